import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { readConfig } from '../server/core/config.ts';
import { openDatabase } from '../server/core/db/database.ts';
import { openServices } from '../server/open-services.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { freePort } from '../test/support/free-port.ts';
import { startGuardedPostgres } from '../test/support/guarded-postgres.ts';
import { type HttpUser, signUpOverHttp } from '../test/support/http-user.ts';
import { startBalancer } from './chaos/balancer.ts';
import { giveCreditsForAll } from './chaos/give-credits.ts';
import { brokenInvariants } from './chaos/invariants.ts';
import { type Acknowledged, keepWriting } from './chaos/writer.ts';

/**
 * `npm run drills -- upgrade [commit] [seconds]`: an older version, by default the last before the newest
 * migration, beside this one. People write while tables are migrated behind a reader of 45 s. Where a
 * migration declares one stop, the old version is stopped first. Then the old version takes over again, where it knows
 * `MIGRATE=back`. Nothing is lost or charged twice.
 */
const [from = beforeNewestMigration(), reading = '45'] = process.argv.slice(2);
const GOAL_MS = 5_000;
const SIDE_BY_SIDE_MS = 15_000;
const PEOPLE = 2;

const root = path.resolve(import.meta.dirname, '..');
await buildIfNeeded((line) => console.log(line));
const place = await mkdtemp(path.join(tmpdir(), 'slow-letters-upgrade-'));
const old = path.join(place, 'old');
run('git', ['worktree', 'add', '--detach', old, from], root);
await symlink(path.join(root, 'node_modules'), path.join(old, 'node_modules'));
run(process.execPath, ['scripts/build.ts'], old);

const postgres = await startGuardedPostgres({ dataDir: path.join(place, 'database') });
const database = openDatabase(postgres.connection, () => {});
const sink = await startSmtpSink();
const ports = { old: await freePort(), new: await freePort() };
const balancer = await startBalancer([ports.old, ports.new]);
const settings = {
  DATA_DIR: path.join(place, 'data'),
  DATABASE_URL: postgres.url,
  PUBLIC_URL: `http://localhost:${balancer.port}`,
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
};
const start = async (cwd: string, port: number, more: Record<string, string> = {}) => {
  const command = { args: ['dist/server/main.js'], cwd };
  const env = { ...settings, ...more };
  return [
    await startServerProcess({ ...command, env: { ...env, PROCESS_ROLE: 'web' } }, port),
    await startServerProcess({ ...command, env: { ...env, PROCESS_ROLE: 'worker' } }, 0),
  ];
};
const oldProcesses = await start(old, ports.old);
const people: HttpUser[] = [];
for (let n = 0; n < PEOPLE; n++)
  people.push(await signUpOverHttp(settings.PUBLIC_URL, `writer${n}@example.com`, sink));
await giveCreditsForAll(database.db);

const done: Acknowledged = { letters: [], answers: [] };
const over = new AbortController();
const wrong: string[] = [];
const load = Promise.all([
  ...people.map((person) => keepWriting(timed(person), done, over.signal)),
  ...people.map(async (person) => {
    // A call that fails is counted; what it threw is of no further use.
    for (; !over.signal.aborted; await sleep(50))
      await timed(person)
        .call('GET', '/api/letters')
        .catch(() => null);
  }),
]);
let calls = { count: 0, failed: 0, slowest: 0 };

report('the old version alone', await after(10_000));

const oneStop = declaresStop();
if (oneStop) for (const one of oldProcesses) await one.stop();

const reader = await database.pool.connect();
await reader.query('begin');
const { rows: tables } = await reader.query<{ name: string }>(
  `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
);
await reader.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
const migrating = startServerProcess(
  { args: ['dist/server/admin.js', 'migrate'], cwd: root, env: settings, ready: /Applied|Nothing to do/ },
  0,
);
report(`migrating, behind a reader of ${reading} s`, await after(Number(reading) * 1_000), oneStop);
await reader.query('commit');
reader.release();
const released = performance.now();
console.log(
  `  ${(await migrating).output.trim().split('\n').at(-1)} ${seconds(performance.now() - released)} later`,
);

const newProcesses = await start(root, ports.new);
if (!oneStop) {
  report('both versions side by side', await after(SIDE_BY_SIDE_MS));
  for (const one of oldProcesses) await one.stop();
}
report('the new version alone', await after(10_000));
const goesBack =
  !oneStop && (await readFile(path.join(old, 'server/core/config.ts'), 'utf8')).includes("'back'");
if (goesBack) {
  const oldAgain = await start(old, ports.old, { MIGRATE: 'back' });
  for (const one of newProcesses.splice(0)) await one.stop();
  report('one release back', await after(10_000));
  newProcesses.push(...oldAgain);
} else console.log('one release back: the old version does not know it');

over.abort();
await load;
const open = await openServices(readConfig(settings), pino({ level: 'silent' }));
for (let waiting = 1; waiting > 0; await sleep(500)) {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from letters where status in ('queued', 'sending')`,
  );
  waiting = rows[0]?.n ?? 0;
}
const broken = await brokenInvariants(open.services, sink, done, new Set());
wrong.push(...broken.wrong);
for (const one of newProcesses) await one.stop();
await open.close();
await balancer.close();
await sink.close();
await database.close();
await postgres.stop();
run('git', ['worktree', 'remove', '--force', old], root);
await rm(place, { recursive: true });
for (const line of wrong) console.error(`  wrong: ${line}`);
console.log(`\n${done.letters.length} letters; wrong ${wrong.length} (goal: 0)`);
process.exit(wrong.length > 0 ? 1 : 0);

/** The version whose tables lack the newest migration. */
function beforeNewestMigration(): string {
  const journal = 'migrations/meta/_journal.json';
  return `${run('git', ['log', '-1', '--format=%H', '--', journal], process.cwd()).trim()}^`;
}

/** Whether a migration that the older version lacks asks for all of its processes to be stopped. */
function declaresStop(): boolean {
  const added = run('git', ['diff', '--diff-filter=A', from, '--', 'migrations/*.sql'], root);
  return /^\+-- one stop:/m.test(added);
}

function run(program: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stderr}`);
  return stdout;
}

function timed(person: HttpUser): HttpUser {
  return {
    ...person,
    async call(...words) {
      const begun = performance.now();
      let failed = true;
      try {
        const answer = await person.call<never>(...words);
        failed = answer.status !== 200;
        return answer;
      } finally {
        calls.count++;
        if (failed) calls.failed++;
        calls.slowest = Math.max(calls.slowest, performance.now() - begun);
      }
    },
  };
}

/** Lets the load run for so long. @returns its calls in that time */
async function after(milliseconds: number): Promise<typeof calls> {
  calls = { count: 0, failed: 0, slowest: 0 };
  await sleep(milliseconds);
  return calls;
}

function report(phase: string, { count, failed, slowest }: typeof calls, mayFail = false): void {
  console.log(
    `${phase}: ${count} calls, ${failed} failed, slowest ${seconds(slowest)} (goal: ${GOAL_MS / 1_000} s)`,
  );
  if (mayFail) return;
  if (slowest > GOAL_MS) wrong.push(`${phase}: a call took ${seconds(slowest)}`);
  if (failed > 0) wrong.push(`${phase}: ${failed} calls failed`);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
