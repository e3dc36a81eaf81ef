import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { readConfig } from '../server/core/config.ts';
import { isDatabaseAway } from '../server/core/db/unavailable.ts';
import { openServices } from '../server/open-services.ts';
import { startS3StandIn } from '../test/stand-ins/s3-stand-in-server.ts';
import { smtpReply, startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { signUpOverHttp } from '../test/support/http-user.ts';
import { diskFaults, type Faults, fleetFaults } from './chaos/faults.ts';
import { startFleet } from './chaos/fleet.ts';
import { giveCreditsForAll } from './chaos/give-credits.ts';
import { brokenInvariants, workLeft } from './chaos/invariants.ts';
import { type Acknowledged, keepAnswering, keepWriting } from './chaos/writer.ts';
import { makeLoopDisk, whyNoLoopDisk } from './power-cut/loop-disk.ts';

/**
 * `npm run drills -- chaos [rounds]`: two web and two worker processes on one PostgreSQL and one bucket,
 * while people write and are answered. Each round one thing fails: a process, the database, a clock, the
 * mail server, the storage, the disk. Nothing acknowledged is lost; only what was on the wire left twice.
 */
const [rounds = 200] = process.argv.slice(2).map(Number);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('drills chaos [rounds]: a number from 1');
  process.exit(2);
}
const PEOPLE = 4;
const DISK_MEGABYTES = 2_048;
const DONE_WITHIN_MS = 600_000;

await buildIfNeeded((line) => console.log(line));
const mail = { away: false };
const sink = await startSmtpSink({
  onMailFrom: (_address, _session, answer) => answer(mail.away ? smtpReply(451, 'Not now') : null),
});
const bucket = await startS3StandIn();
const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-chaos-'));
const noDisk = whyNoLoopDisk();
if (noDisk !== null) console.log(`Without faults of the disk: ${noDisk}.`);
const disk = noDisk === null ? makeLoopDisk(dataDir, DISK_MEGABYTES) : null;
const settings = {
  DATA_DIR: path.join(dataDir, 'data'),
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
  S3_BUCKET: bucket.bucket.name,
  S3_ENDPOINT: bucket.bucket.endpoint,
  S3_REGION: bucket.bucket.region,
  S3_ACCESS_KEY_ID: bucket.bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.bucket.secretAccessKey,
  // Four people write for all.
  UPLOAD_PHOTOS_A_DAY: '1000000',
};
const { services, close } = await openServices(readConfig(settings), pino({ level: 'silent' }));
const fleet = await startFleet(settings);
const people = [];
for (let n = 0; n < PEOPLE; n++) {
  people.push(await signUpOverHttp(fleet.url, `writer${n}@example.com`, sink));
}
await giveCreditsForAll(services.db);

const done: Acknowledged = { letters: [], answers: [] };
const inFlight = new Set<number>();
const over = new AbortController();
const load = Promise.all([
  ...people.map((person) => keepWriting(person, done, over.signal)),
  keepAnswering(fleet, sink, done, over.signal),
]);
const faults: Faults = {
  ...fleetFaults(fleet, bucket, mail),
  ...(disk ? diskFaults(disk.folder, writeUntilRefused) : {}),
  'the database is killed': killDatabase,
};
const waiting: [string, () => Promise<void>][] = [];
for (let round = 1; round <= rounds; round++) {
  if (waiting.length === 0) waiting.push(...shuffled(Object.entries(faults)));
  const [name, fail] = waiting.pop() ?? ['nothing', async () => {}];
  await sleep(randomInt(1_000));
  await fail();
  for (const id of await lettersUnderWay()) inFlight.add(id);
  console.log(`  round ${round}: ${name}; ${done.letters.length} letters, ${done.answers.length} answers`);
}
over.abort();
await load;
await allDone();
const { wrong, repeats } = await brokenInvariants(services, sink, done, inFlight);
await fleet.stop();
await close();
await Promise.all([sink.close(), bucket.close()]);
await disk?.unmount();
await rm(dataDir, { recursive: true });
if (disk) await rm(`${dataDir}.img`);

for (const line of wrong) console.error(`  wrong: ${line}`);
console.log(`\n${rounds} faults, ${done.letters.length} letters, ${done.answers.length} answers`);
console.log(`  left once more     ${repeats}, all on the wire at a fault`);
console.log(`  wrong              ${wrong.length} (goal: 0)`);
process.exit(wrong.length > 0 ? 1 : 0);

/** In an order of chance, and none twice before each had its turn. */
function shuffled<Thing>(things: Thing[]): Thing[] {
  return things
    .map((thing) => ({ thing, place: randomInt(2 ** 32) }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

/** Kills PostgreSQL itself; the processes that use it bring it back. */
async function killDatabase(): Promise<void> {
  const { rows } = await retried(() =>
    services.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`),
  );
  const parent = spawnSync('ps', ['-o', 'ppid=', '-p', String(rows[0]?.pid)], { encoding: 'utf8' });
  process.kill(Number(parent.stdout), 'SIGKILL');
  await sleep(2_000);
}

/** Each message takes a segment of the write-ahead log; without a next one it refuses, or goes down. */
async function writeUntilRefused(): Promise<void> {
  const segment = sql`select pg_logical_emit_message(false, 'ballast', repeat('x', 16 * 1024 * 1024))`;
  for (let megabytes = 0; megabytes <= DISK_MEGABYTES; megabytes += 16) {
    try {
      await services.db.execute(segment);
    } catch (error) {
      if (isDiskFull(error) || isDatabaseAway(error)) return;
      throw error;
    }
  }
  throw new Error('The full disk took all that was written.');
}

/** SQLSTATE 53100. */
function isDiskFull(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause && cause.code === '53100';
}

async function lettersUnderWay(): Promise<number[]> {
  const { rows } = await retried(() =>
    services.db.execute<{ id: string }>(sql`select id from letters where status = 'sending'`),
  );
  return rows.map(({ id }) => Number(id));
}

async function allDone(): Promise<void> {
  for (const end = performance.now() + DONE_WITHIN_MS; performance.now() < end; await sleep(1_000))
    if ((await retried(() => workLeft(services))) === 0) return;
}

async function retried<Value>(read: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await read();
    } catch (error) {
      if (tries === 60) throw error;
      await sleep(500);
    }
  }
}
