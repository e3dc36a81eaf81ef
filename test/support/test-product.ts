import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/core/config.ts';
import { drain } from '../../server/core/http/drain.ts';
import { startSmtpReceiver } from '../../server/mail/in/smtp/smtp-receiver.ts';
import { openServices } from '../../server/open-services.ts';
import type { AllServices } from '../../server/pages/account/erasure-list.ts';
import type { OutsideAddresses } from '../../server/people/identity/identity-provider.ts';
import { startWorker } from '../../server/worker.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestProduct {
  app: FastifyInstance;
  services: AllServices;
  /** port of the SMTP receiver, when it was asked for */
  receiverPort: number;
  dataDir: string;
  /** the headers that an unsafe request of our own page has */
  origin: { origin: string };
  close(): Promise<void>;
}

export interface TestProductOptions {
  /** settings, as the environment would give them */
  env?: Record<string, string>;
  /** instead of one to nowhere */
  log?: Logger;
  /** work on jobs too */
  worker?: boolean;
  /** receive mail by SMTP too */
  receiver?: boolean;
  /** listen on a free loopback port; otherwise use `app.inject` */
  listen?: boolean;
  /** stand-ins of identity providers */
  outside?: Partial<OutsideAddresses>;
}

/** The real product on a database and a folder of its own; nothing in it is replaced. */
export async function startTestProduct(options: TestProductOptions = {}): Promise<TestProduct> {
  await avoidWindowEnd();
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-test-'));
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...options.env,
  });
  const log = options.log ?? pino({ level: config.LOG_LEVEL });
  const open = await openServices(config, log, options.outside);
  const { services } = open;
  const receiver = options.receiver ? await startSmtpReceiver(services) : null;
  const worker = options.worker ? await startWorker(services) : null;
  const app = await buildApp(services, { receiverPort: receiver?.port ?? null });
  if (options.listen) await app.listen({ port: 0, host: '127.0.0.1' });
  await app.ready();
  return {
    app,
    services,
    receiverPort: receiver?.port ?? 0,
    dataDir,
    origin: { origin: new URL(config.publicUrl).origin },
    close: async () => {
      await drain(app, 0);
      await worker?.stop();
      await receiver?.close();
      await open.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const QUARTER_HOUR_MS = 15 * 60_000;
const LONGEST_FILE_MS = 30_000;

/** Windows of limits end at quarter hours; what a test counts must not be spread over two of them. */
async function avoidWindowEnd(): Promise<void> {
  const left = QUARTER_HOUR_MS - (Date.now() % QUARTER_HOUR_MS);
  if (left < LONGEST_FILE_MS) await sleep(left);
}
