import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { signUpOverHttp } from '../e2e/http-person.ts';
import { readConfig } from '../server/config.ts';
import { writeEntry } from '../server/credits/ledger.ts';
import { smtpReply, startSmtpSink } from '../server/mail/testing/smtp-sink.ts';
import { openServices } from '../server/open-services.ts';
import { startS3StandIn } from '../server/storage/s3-stand-in-server.ts';
import { buildIfNeeded } from './build.ts';
import { startFleet } from './chaos/fleet.ts';
import { brokenInvariants } from './chaos/invariants.ts';
import { type Acknowledged, answerOnAndOn, writeOnAndOn } from './chaos/writer.ts';

/**
 * `npm run test:faults -- chaos [rounds]`: two web and two worker processes on one PostgreSQL and one bucket, while
 * people write and are answered. Each round one thing fails: a process or the database is killed, the mail server or
 * the storage is away. Afterwards nothing acknowledged is lost and only what was on the wire left twice.
 */
const [rounds = 200] = process.argv.slice(2).map(Number);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('test-faults chaos [rounds]: a number from 1');
  process.exit(2);
}
const PEOPLE = 4;
const SETTLED_WITHIN_MS = 600_000;

await buildIfNeeded((line) => console.log(line));
let mailAway = false;
const sink = await startSmtpSink({
  onMailFrom: (_address, _session, answer) => answer(mailAway ? smtpReply(451, 'Not now') : null),
});
const bucket = await startS3StandIn();
const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-chaos-'));
const settings = {
  DATA_DIR: dataDir,
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
  S3_BUCKET: bucket.bucket.name,
  S3_ENDPOINT: bucket.bucket.endpoint,
  S3_REGION: bucket.bucket.region,
  S3_ACCESS_KEY_ID: bucket.bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.bucket.secretAccessKey,
};
const { services, close } = await openServices(readConfig(settings), pino({ level: 'silent' }));
const fleet = await startFleet(settings);
const people = [];
for (let n = 0; n < PEOPLE; n++) {
  people.push(await signUpOverHttp(fleet.url, `writer${n}@example.com`));
}
await giveCreditsForAll();

const done: Acknowledged = { letters: [], answers: [] };
const inFlight = new Set<number>();
const over = new AbortController();
const load = Promise.all([
  ...people.map((person) => writeOnAndOn(person, done, over.signal)),
  answerOnAndOn(fleet, sink, done, over.signal),
]);
const FAULTS: Record<string, () => Promise<void>> = {
  'a web process is killed': () => fleet.restart('web', randomInt(2)),
  'a worker process is killed': () => fleet.restart('worker', randomInt(2)),
  'the database is killed': killDatabase,
  'the mail server is away': async () => {
    mailAway = true;
    await sleep(2_000);
    mailAway = false;
  },
  'the storage is away': async () => {
    bucket.faults.push(
      ...Array.from({ length: 30 }, () => 'unavailable' as const),
      'reset',
      'reset-after-answer',
      'cut-answer',
    );
    await sleep(2_000);
    bucket.faults.length = 0;
  },
};
for (let round = 1; round <= rounds; round++) {
  const [name, fail] = Object.entries(FAULTS)[randomInt(5)] ?? ['nothing', async () => {}];
  await sleep(randomInt(1_000));
  await fail();
  for (const id of await lettersUnderWay()) inFlight.add(id);
  console.log(`  round ${round}: ${name}; ${done.letters.length} letters, ${done.answers.length} answers`);
}
over.abort();
await load;
await settled();
const { wrong, repeats } = await brokenInvariants(services, sink, done, inFlight);
await fleet.stop();
await close();
await Promise.all([sink.close(), bucket.close()]);
await rm(dataDir, { recursive: true });

for (const line of wrong) console.error(`  wrong: ${line}`);
console.log(`\n${rounds} faults, ${done.letters.length} letters, ${done.answers.length} answers`);
console.log(`  left once more     ${repeats}, all on the wire at a fault`);
console.log(`  wrong              ${wrong.length} (goal: 0)`);
process.exit(wrong.length > 0 ? 1 : 0);

/** Confirmed addresses and credits enough; charges of the last hour are entered as of last week, so no limit is met. */
async function giveCreditsForAll(): Promise<void> {
  await services.db.execute(sql`update accounts set email_verified = true`);
  await services.db.execute(sql`
    create function backdate_charge() returns trigger language plpgsql as $$
    begin new.created_at := now() - interval '7 days'; return new; end $$`);
  await services.db.execute(sql`
    create trigger backdate_charge before insert on ledger_entries
    for each row when (new.kind = 'letter') execute function backdate_charge()`);
  const { rows } = await services.db.execute<{ id: string }>(sql`select id from users`);
  for (const { id } of rows) {
    const entry = {
      userId: Number(id),
      delta: 100_000,
      kind: 'grant',
      reference: `${id}:for chaos`,
    } as const;
    await services.db.transaction((tx) => writeEntry(tx, entry));
  }
}

/** Kills PostgreSQL itself; the processes that use it bring it back. */
async function killDatabase(): Promise<void> {
  const { rows } = await persistently(() =>
    services.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`),
  );
  const parent = spawnSync('ps', ['-o', 'ppid=', '-p', String(rows[0]?.pid)], { encoding: 'utf8' });
  process.kill(Number(parent.stdout), 'SIGKILL');
  await sleep(2_000);
}

async function lettersUnderWay(): Promise<number[]> {
  const { rows } = await persistently(() =>
    services.db.execute<{ id: string }>(sql`select id from letters where status = 'sending'`),
  );
  return rows.map(({ id }) => Number(id));
}

async function settled(): Promise<void> {
  const open = sql`
    select (select count(*) from letters where status in ('queued', 'sending'))
      + (select count(*) from jobs.job where state in ('created', 'retry', 'active')) as n`;
  for (const end = performance.now() + SETTLED_WITHIN_MS; performance.now() < end; await sleep(1_000)) {
    const { rows } = await persistently(() => services.db.execute<{ n: string }>(open));
    if (Number(rows[0]?.n) === 0) return;
  }
}

async function persistently<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (error) {
      if (tries === 60) throw error;
      await sleep(500);
    }
  }
}
