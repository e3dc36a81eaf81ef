import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { buildApp, buildWorkerApp } from './app.ts';
import { BadSettings, type Config, readConfig } from './config.ts';
import { mailboxUrl } from './dev/local-mailbox/access.ts';
import { imapAccount } from './inbound/imap/imap-poller.ts';
import { ImapPoller } from './inbound/imap/imap-poller.ts';
import { startSmtpReceiver } from './inbound/smtp/smtp-receiver.ts';
import { type OpenServices, openServices } from './open-services.ts';
import { drain } from './platform/http/drain.ts';
import { openLog } from './platform/log.ts';
import { startWorker } from './worker.ts';

/** Longer than whoever balances takes to notice: Caddy and its like ask /ping every second or two. */
const DRAIN_SECONDS = 5;

/** EX_CONFIG of sysexits.h: another start would end the same way, so whoever supervises need not try. */
const BAD_SETTINGS = 78;

/** What the process has opened, in order. */
const closing: (() => Promise<void> | void)[] = [];

async function closeAll(): Promise<void> {
  for (const step of closing.splice(0).reverse()) await step();
}

/** The whole product in one process, or one part of it by PROCESS_ROLE. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  const open = await openServices(config, log);
  const { services } = open;
  closing.push(open.close);
  closeOnSignal(log);

  const works = config.PROCESS_ROLE !== 'web';
  const serves = config.PROCESS_ROLE !== 'worker';
  let receiver: { port: number } | null = null;
  if (works) {
    const started = await startSmtpReceiver(services);
    receiver = started;
    closing.push(() => started.close());
    if (config.IMAP_URL) {
      const door = new ImapPoller(services, imapAccount(config.IMAP_URL));
      closing.push(() => door.close());
    }
    const worker = await startWorker(services);
    closing.push(() => worker.stop());
  }
  if (serves) {
    const app = await buildApp(services, { receiverPort: receiver?.port ?? null });
    await app.listen({ port: config.PORT, host: config.HOST });
    // Beside others somebody balances, and needs a moment to see that this one goes.
    closing.push(() => drain(app, config.PROCESS_ROLE === 'web' ? DRAIN_SECONDS : 0));
  } else if (config.WORKER_PORT !== undefined) {
    const app = await buildWorkerApp(services);
    await app.listen({ port: config.WORKER_PORT, host: config.HOST });
    closing.push(() => drain(app, 0));
  }
  greet(open, receiver?.port ?? null);
}

/** A few plain lines: what it runs on, where to open it, where letters land. */
function greet({ services, databaseDescription }: OpenServices, receiverPort: number | null): void {
  const { config, storage, mail, payments, identity } = services;
  const mailbox = mailboxUrl(services);
  const lines = [
    ['database', databaseDescription],
    ['storage', storage.description],
    ['mail', mail.description],
    ['replies', repliesBy(config, receiverPort)],
    ['identity', identity.description],
    ['payments', payments.description],
    config.PROCESS_ROLE === 'worker' ? ['watched', watchedAt(config)] : ['open', config.publicUrl],
    ...(mailbox ? [['letters', `land in the local mailbox: ${mailbox}`]] : []),
  ];
  if (identity.warning) console.warn(`\n*** ${identity.warning} ***`);
  const role = config.PROCESS_ROLE === 'all' ? '' : ` (${config.PROCESS_ROLE})`;
  const table = lines.map(([what = '', how = '']) => `  ${what.padEnd(10)} ${how}`).join('\n');
  console.log(`\n${config.PRODUCT_NAME} is ready${role}.\n\n${table}\n`);
}

function watchedAt({ WORKER_PORT, HOST, METRICS_TOKEN }: Config): string {
  if (WORKER_PORT === undefined) return 'by nobody (WORKER_PORT)';
  return `at ${HOST}:${WORKER_PORT}${METRICS_TOKEN ? '' : ', /ping alone (METRICS_TOKEN opens /metrics and /status)'}`;
}

/** The doors that answers come in by. */
function repliesBy(config: Config, receiverPort: number | null): string {
  const doors = [
    receiverPort === null
      ? 'received by the worker process'
      : `received by SMTP on ${config.INBOUND_SMTP_HOST}:${receiverPort}`,
    ...(config.IMAP_URL ? [`fetched from ${imapAccount(config.IMAP_URL).name}`] : []),
    ...(config.INBOUND_WEBHOOK_SECRET ? ['posted to /api/inbound/raw'] : []),
  ];
  return doors.join(', ');
}

/** On SIGTERM or SIGINT what is in flight finishes, then everything closes in reverse. A second signal does not wait. */
function closeOnSignal(log: Logger): void {
  let asked = false;
  const stop = async (signal: string) => {
    if (asked) process.exit(1);
    asked = true;
    log.info({ signal }, 'stopping');
    try {
      await closeAll();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the stop was not clean');
      process.exit(1);
    }
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** What a person at the terminal can act on, without a stack where the cause is plain. */
function explain(error: unknown, env: NodeJS.ProcessEnv): string {
  if (error instanceof BadSettings) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? String(error.port) : (env.PORT ?? '3000');
    const setting = ['INBOUND_SMTP_PORT', 'WORKER_PORT'].find((name) => env[name] === port) ?? 'PORT';
    return `Port ${port} is taken by another program. Stop it, or set ${setting} to another number, e.g. ${setting}=3100 npm start.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch(async (error) => {
  console.error(`\n${explain(error, process.env)}\n`);
  // What it opened before it failed, the database among it, does not stay behind.
  await closeAll().catch((cause: unknown) => console.error(cause));
  process.exit(error instanceof BadSettings ? BAD_SETTINGS : 1);
});
