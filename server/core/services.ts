import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { AddressHash } from './address-hash.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { EventFeed } from './events/event-feed.ts';
import type { Queue } from './jobs/queue.ts';
import type { Meters } from './meters.ts';
import type { Storage } from './storage/storage.ts';

/** Opened once at boot (`open-services.ts`). Folders above extend this: `MailServices` … `AllServices`. */
export interface Services {
  config: Config;
  log: Logger;
  db: Database;
  /** the same database over a few connections of their own, for what may take minutes: exports, sweeps, figures */
  longDb: Database;
  pool: Pool;
  queue: Queue;
  storage: Storage;
  meters: Meters;
  events: EventFeed;
  /** 32 or more secret bytes: signs session cookies and seals signing keys */
  sessionSecret: Buffer;
  addressHash: AddressHash;
}
