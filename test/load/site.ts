import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/start.ts';
import { startSmtpSink } from '../stand-ins/smtp-sink.ts';
import { type RunningProduct, startProduct } from '../support/running-product.ts';
import { INBOUND_WEBHOOK_SECRET, REPLY_DOMAIN } from './scenario.ts';
import { METRICS_TOKEN } from './watch.ts';

export interface Site {
  product: RunningProduct;
  dataDir: string;
  database: pg.Pool;
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * The built product in one process, with a mail server that takes everything and keeps nothing.
 * @param kind whether the product starts its own database, or is given one on the same machine by DATABASE_URL
 */
export async function openSite(kind: 'embedded' | 'external'): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-load-'));
  const dataDir = path.join(folder, 'data');
  const sink = await startSmtpSink({
    onData(stream, _session, callback) {
      stream.resume();
      stream.once('end', () => callback());
    },
  });
  const open = (where: string) => startEmbeddedPostgres({ dataDir: where, log: () => {} });
  const external = kind === 'external' ? await open(path.join(folder, 'postgres')) : null;
  const product = await startProduct({
    DATA_DIR: dataDir,
    SMTP_URL: sink.url,
    MAIL_FROM: 'letters@example.org',
    REPLY_DOMAIN,
    INBOUND_WEBHOOK_SECRET,
    METRICS_TOKEN,
    LOG_LEVEL: 'error',
    ...(external ? { DATABASE_URL: external.url } : {}),
  });
  const postgres = external ?? (await open(dataDir));
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 });
  return {
    product,
    dataDir,
    database,
    databaseUrl: postgres.url,
    close: async () => {
      await database.end();
      await product.stop();
      await postgres.stop();
      await sink.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
