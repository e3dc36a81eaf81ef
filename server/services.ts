import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { IdentityProvider } from './identity/identity-provider.ts';
import type { Queue } from './jobs.ts';
import type { MailTransport } from './mail/transport.ts';
import type { Meters } from './operate/meters.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { PhotoConverter } from './photos/converter.ts';
import type { Storage } from './storage/storage.ts';

/** What the running product stands on; made once at boot and handed to whoever needs it. */
export interface Services {
  config: Config;
  log: Logger;
  db: Database;
  /** the connections beneath `db` */
  pool: Pool;
  queue: Queue;
  /** hears what other processes announce */
  events: EventFeed;
  storage: Storage;
  photos: PhotoConverter;
  mail: MailTransport;
  payments: PaymentProvider;
  identity: IdentityProvider;
  meters: Meters;
  /** 32 or more secret bytes: signs session cookies and seals signing keys */
  sessionSecret: Buffer;
}
