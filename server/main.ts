import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { buildApp, buildWorkerApp } from './app.ts';
import { BadSettings, type Config, insecureAddress, readConfig } from './core/config.ts';
import { NoDatabase } from './core/db/wait-for-database.ts';
import { fileProblem } from './core/file-problem.ts';
import { drain } from './core/http/drain.ts';
import { openLog } from './core/log.ts';
import { mailboxUrl } from './dev/local-mailbox/access.ts';
import { imapAccount } from './mail/in/imap/imap-poller.ts';
import { startSmtpReceiver } from './mail/in/smtp/smtp-receiver.ts';
import { type OpenServices, openServices } from './open-services.ts';
import { watch } from './operator/watch.ts';
import { startWorker } from './worker.ts';

/** EX_CONFIG of sysexits.h: a restart would fail the same way, so the supervisor need not try. */
const BAD_SETTINGS = 78;

const closing: (() => Promise<void> | void)[] = [];
/** `performance.now()` of the first signal */
let stopAskedAt: number | null = null;

async function closeAll(): Promise<void> {
  for (const step of closing.splice(0).reverse()) await step();
}

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const log = openLog(config.LOG_LEVEL);
  closeOnSignal(log, Math.max(STOP_SECONDS, config.DRAIN_SECONDS + CLOSE_SECONDS));
  const opening = openServices(config, log);
  // An embedded database that has begun to start would go on running without us.
  if (!(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL))
    closing.push(async () => (await opening.catch(() => null))?.close());
  const open = await opening;
  if (stopAskedAt !== null) return;
  const { services } = open;
  closing.push(open.close);

  const works = config.PROCESS_ROLE !== 'web';
  const watching = watch(services);
  closing.push(() => watching.stop());
  const serves = config.PROCESS_ROLE !== 'worker';
  let receiver: { port: number } | null = null;
  if (works) {
    const started = await startSmtpReceiver(services);
    receiver = started;
    closing.push(() => started.close());
    const worker = await startWorker(services);
    closing.push(() => worker.stop());
  }
  if (serves) {
    const app = await buildApp(services, { receiverPort: receiver?.port ?? null });
    // The first page takes a tenth of a second of the main thread, so it is made before anybody can ask.
    await app.inject({ url: '/' });
    await app.listen({ port: config.PORT, host: config.HOST });
    // The role web runs behind a load balancer, which needs a moment to notice.
    closing.push(() => drain(app, config.PROCESS_ROLE === 'web' ? config.DRAIN_SECONDS : 0));
  } else if (config.WORKER_PORT !== undefined) {
    const app = await buildWorkerApp(services);
    await app.listen({ port: config.WORKER_PORT, host: config.HOST });
    closing.push(() => drain(app, 0));
  }
  printStart(open, receiver?.port ?? null);
}

function printStart({ services, databaseDescription }: OpenServices, receiverPort: number | null): void {
  const { config, storage, mail, payments, identity } = services;
  const mailbox = mailboxUrl(services);
  const lines = [
    ['database', databaseDescription],
    ['storage', storage.description],
    ['mail', mail.description],
    ['replies', repliesBy(config, receiverPort)],
    ['identity', identity.description],
    ['payments', payments.description],
    ['languages', config.LANGUAGES.join(', ')],
    config.PROCESS_ROLE === 'worker' ? ['watched', monitoredAt(config)] : ['open', config.publicUrl],
    ...(mailbox ? [['letters', `land in the local mailbox: ${mailbox}`]] : []),
  ];
  for (const warning of [identity.warning, insecureAddress(config)])
    if (warning) console.warn(`\n*** ${warning} ***`);
  const role = config.PROCESS_ROLE === 'all' ? '' : ` (${config.PROCESS_ROLE})`;
  const table = lines.map(([what = '', how = '']) => `  ${what.padEnd(10)} ${how}`).join('\n');
  console.log(`\n${config.PRODUCT_NAME} is ready${role}.\n\n${table}\n`);
}

function monitoredAt({ WORKER_PORT, HOST, METRICS_TOKEN }: Config): string {
  if (WORKER_PORT === undefined) return 'by nobody (WORKER_PORT)';
  return `at ${HOST}:${WORKER_PORT}${METRICS_TOKEN ? '' : ', /ping alone (METRICS_TOKEN opens /metrics and /status)'}`;
}

function repliesBy(config: Config, receiverPort: number | null): string {
  const ways = [
    receiverPort === null
      ? 'received by the worker process'
      : `received by SMTP on ${config.INBOUND_SMTP_HOST}:${receiverPort}`,
    ...(config.IMAP_URL ? [`fetched from ${imapAccount(config.IMAP_URL).name}`] : []),
    ...(config.INBOUND_WEBHOOK_SECRET ? ['posted to /api/inbound/raw'] : []),
  ];
  return ways.join(', ');
}

/** Milliseconds within which a signal repeats the one before: a terminal signals all of a group, and npm passes its own on. */
const SAME_WISH_MS = 1_000;
/** After which a stopping process exits whatever is under way: jobs and letters go on in another. */
const STOP_SECONDS = 50;
/** At least so many of them are left once it no longer serves. */
const CLOSE_SECONDS = 35;

/** Work in flight finishes, then all closes in reverse; another signal exits at once. It also stops without its parent. */
function closeOnSignal(log: Logger, seconds: number): void {
  const stop = async (signal: string) => {
    if (stopAskedAt !== null) return;
    stopAskedAt = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({ seconds }, 'the stop took too long');
      process.exit(1);
    }, seconds * 1_000).unref();
    try {
      await closeAll();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'the stop was not clean');
      process.exit(1);
    }
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(name, () => {
      if (stopAskedAt !== null && performance.now() - stopAskedAt > SAME_WISH_MS) process.exit(1);
      void stop(name);
    });
  process.on('disconnect', () => void stop('disconnect'));
}

function explain(error: unknown, env: NodeJS.ProcessEnv): string {
  if (error instanceof BadSettings || error instanceof NoDatabase) return error.message;
  const problem = fileProblem(error);
  if (problem) return problem;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? String(error.port) : (env.PORT ?? '3000');
    const setting = ['INBOUND_SMTP_PORT', 'WORKER_PORT'].find((name) => env[name] === port) ?? 'PORT';
    return `Port ${port} is taken by another program. Stop it, or set ${setting} to another number, e.g. ${setting}=3100 npm start.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch(async (error) => {
  // The signal of a terminal ends the database's programs as well, so a start that it cuts short fails.
  if (stopAskedAt !== null) return;
  console.error(`\n${explain(error, process.env)}\n`);
  await closeAll().catch((cause: unknown) => console.error(cause));
  process.exit(error instanceof BadSettings ? BAD_SETTINGS : 1);
});
