import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startServerProcess } from '../faults/server-process.ts';
import { startSmtpSink } from '../stand-ins/smtp-sink.ts';
import { freePort } from '../support/free-port.ts';
import { startGuardedPostgres } from '../support/guarded-postgres.ts';
import { type RunningProduct, startProduct } from '../support/running-product.ts';
import { INBOUND_WEBHOOK_SECRET, REPLY_DOMAIN } from './scenario.ts';
import { METRICS_TOKEN } from './watch.ts';

export interface Site {
  product: RunningProduct;
  /** where each role is measured */
  roles: Record<string, string>;
  dataDir: string;
  database: pg.Pool;
  databaseUrl: string;
  close(): Promise<void>;
}

/**
 * The built product, with a mail server that takes everything and keeps nothing.
 * @param kind whether the product starts its own database, or is given one on the same machine by DATABASE_URL; `roles`:
 * that, and a process that serves pages and one that works
 */
export async function openSite(kind: 'embedded' | 'external' | 'roles'): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-load-'));
  const dataDir = path.join(folder, 'data');
  const sink = await startSmtpSink({
    onData(stream, _session, callback) {
      stream.resume();
      stream.once('end', () => callback());
    },
  });
  const open = (where: string) => startGuardedPostgres({ dataDir: where });
  const external = kind === 'embedded' ? null : await open(path.join(folder, 'postgres'));
  const settings = {
    DATA_DIR: dataDir,
    SMTP_URL: sink.url,
    MAIL_FROM: 'letters@example.org',
    REPLY_DOMAIN,
    INBOUND_WEBHOOK_SECRET,
    METRICS_TOKEN,
    LOG_LEVEL: 'error',
    ...(external ? { DATABASE_URL: external.url } : {}),
  };
  const product = await startProduct(
    kind === 'roles' ? { ...settings, PROCESS_ROLE: 'web', DRAIN_SECONDS: '0' } : settings,
  );
  const worker = kind === 'roles' ? await startWorker(settings) : null;
  const postgres = external ?? (await open(dataDir));
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 });
  return {
    product: worker ? { ...product, receiverPort: worker.receiverPort } : product,
    roles: worker ? { web: product.url, worker: worker.url } : { all: product.url },
    dataDir,
    database,
    databaseUrl: postgres.url,
    close: async () => {
      await database.end();
      await worker?.stop();
      await product.stop();
      await postgres.stop();
      await sink.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startWorker(settings: Record<string, string>) {
  const [port, receiverPort] = [await freePort(), await freePort()];
  const ports = { WORKER_PORT: String(port), INBOUND_SMTP_PORT: String(receiverPort) };
  const env = {
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '1',
    ...settings,
    ...ports,
    PROCESS_ROLE: 'worker',
  };
  const worker = await startServerProcess(
    { args: ['dist/server/main.js'], cwd: path.resolve(import.meta.dirname, '../..'), env },
    0,
  );
  return { url: `http://127.0.0.1:${port}`, receiverPort, stop: worker.stop };
}
