import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import pino from 'pino';
import { readConfig } from '../server/core/config.ts';
import { sendLetter } from '../server/letters/send/send-letters.ts';
import { openServices } from '../server/open-services.ts';
import { startGuardedPostgres } from '../test/support/guarded-postgres.ts';
import { median } from './statistics.ts';

/**
 * Charging and queueing letters, transactions a second over eight connections, against the same statements
 * in pgbench (or bare `pg`), in turns, with fsync. No goal: the ratio shows what building statements costs.
 */
/** Comes with a PostgreSQL of the system, if there is one; the embedded one lacks it. */
const PGBENCH = 'pgbench';
const CLIENTS = 8;
const EACH = 100;
const ROUNDS = 5;
/** A person's letters: fewer than an hour's limit. */
const A_PERSON = 50;
/** Numbers that occur nowhere else, so that they can be found in a statement. */
const FIRST_LETTER = 700_000_000;
const FIRST_PERSON = 91_000_000;
const personOf = (letter: number) => FIRST_PERSON + Math.floor((letter - FIRST_LETTER) / A_PERSON);

const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const postgres = await startGuardedPostgres({ dataDir });
const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' });
const { services, close } = await openServices(config, pino({ level: 'silent' }));
const runs = 2 * ROUNDS + 2;
await seed(runs * CLIENTS * EACH + A_PERSON);
const recorded = await recordOne(FIRST_LETTER + runs * CLIENTS * EACH);
const hasPgbench = spawnSync(PGBENCH, ['--version']).status === 0;
const floor = hasPgbench ? pgbench : barePg;
console.log(`  ${recorded.length} statements a letter, ${CLIENTS} connections, floor: ${floor.name}`);

let run = 0;
const nextRun = () => FIRST_LETTER + run++ * CLIENTS * EACH;
await floor(nextRun());
await ours(nextRun());
const rounds: { ours: number; floor: number }[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const result = { floor: await floor(nextRun()), ours: await ours(nextRun()) };
  rounds.push(result);
  console.log(
    `  round ${round}: ${result.ours.toFixed(0)} letters/s, ${floor.name} ${result.floor.toFixed(0)}`,
  );
}
const [counted] = (
  await services.db.execute<{ charged: number; queued: number; jobs: number }>(sql`
    select (select count(*)::int from ledger_entries where kind = 'letter') as charged,
      (select count(*)::int from letters where status = 'queued') as queued,
      (select count(*)::int from jobs.job where name = 'send-letter') as jobs`)
).rows;
const expected = runs * CLIENTS * EACH + 1;
const right = [counted?.charged, counted?.queued, counted?.jobs].every((n) => n === expected);
await close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });

const ratio = median(rounds.map((round) => round.ours / round.floor));
console.log(
  `charge and queue: ${median(rounds.map((round) => round.ours)).toFixed(0)} letters/s, ${ratio.toFixed(2)} of ${floor.name}`,
);
if (!right) console.error(`${expected} letters should be charged and queued: ${JSON.stringify(counted)}`);
process.exitCode = right ? 0 : 1;

/** @returns letters a second */
async function ours(first: number): Promise<number> {
  const { db } = services;
  return timed((letter) => db.transaction((tx) => sendLetter(tx, services, sentBy(letter), letter)), first);
}

async function timed(
  send: (letter: number, client: number) => Promise<unknown>,
  first: number,
): Promise<number> {
  const began = performance.now();
  const client = async (number: number) => {
    for (let n = 0; n < EACH; n++) await send(first + number * EACH + n, number);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return (CLIENTS * EACH * 1000) / (performance.now() - began);
}

async function pgbench(first: number): Promise<number> {
  const script = path.join(dataDir, 'charge.sql');
  const statements = recorded.map((statement) => `${fill(statement, ':letter', ':person')};`);
  await writeFile(
    script,
    `\\set n :n + 1
\\set letter ${first} + :client_id * ${EACH} + :n
\\set person ${FIRST_PERSON} + (:letter - ${FIRST_LETTER}) / ${A_PERSON}
${statements.join('\n')}\n`,
  );
  const { status, stdout, stderr } = spawnSync(
    PGBENCH,
    ['-n', '-f', script, '-D', 'n=-1', '-c', String(CLIENTS), '-j', '2', '-t', String(EACH), postgres.url],
    { encoding: 'utf8' },
  );
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (status !== 0 || !rate) throw new Error(`pgbench: ${stderr}`);
  return Number(rate);
}

async function barePg(first: number): Promise<number> {
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: postgres.url }));
  for (const client of clients) await client.connect();
  const rate = await timed(async (letter, number) => {
    for (const statement of recorded)
      await clients[number]?.query(fill(statement, String(letter), String(personOf(letter))));
  }, first);
  for (const client of clients) await client.end();
  return rate;
}

function fill(statement: string, letter: string, person: string): string {
  return statement.replaceAll('{letter}', letter).replaceAll('{person}', person);
}

function sentBy(letter: number) {
  const uid = `bench-${personOf(letter)}`;
  const person = {
    sessionId: uid,
    uid,
    email: `${uid}@example.org`,
    emailVerified: true,
    displayName: 'Maren Oakes',
  };
  return { person, ip: '127.0.0.1' };
}

async function recordOne(letter: number): Promise<string[]> {
  const statements: string[] = [];
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1 });
  const logQuery = (text: string, values: unknown[]) =>
    statements.push(text.replaceAll(/\$(\d+)/g, (_, n) => literal(values[Number(n) - 1])));
  const db = drizzle({ client: pool, casing: 'snake_case', logger: { logQuery } });
  await db.transaction((tx) => sendLetter(tx, services, sentBy(letter), letter));
  const { rows } = await pool.query<{ web_token: string; mailed_token: string }>(
    'select web_token, mailed_token from letters where id = $1',
    [letter],
  );
  await pool.end();
  return statements.map((statement) =>
    statement
      .replaceAll(rows[0]?.web_token ?? '', 'token-{letter}')
      .replaceAll(rows[0]?.mailed_token ?? '', 'mailed-{letter}')
      .replaceAll(services.addressHash(`reader-${letter}@example.org`), 'hash-{letter}')
      // A space before each mark: pgbench takes two colons for a cast.
      .replaceAll(`:${letter}`, `: ${letter}`)
      .replaceAll(`:${personOf(letter)}`, `: ${personOf(letter)}`)
      .replaceAll(String(letter), '{letter}')
      .replaceAll(String(personOf(letter)), '{person}'),
  );
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}

async function seed(letters: number): Promise<void> {
  const { db } = services;
  const people = Math.ceil(letters / A_PERSON);
  await db.execute(sql`
    insert into users (id, account_uid, email, email_verified, credits) overriding system value
    select n, 'bench-' || n, 'bench-' || n || '@example.org', true, ${A_PERSON}::int
    from generate_series(${FIRST_PERSON}::int, ${FIRST_PERSON + people}::int) n`);
  await db.execute(sql`
    insert into ledger_entries (user_id, delta, kind, reference)
    select id, credits, 'grant', id || ':bench' from users`);
  await db.execute(sql`
    insert into conversations (id, user_id, recipient_email, recipient_token, sender_token)
    select ('00000000-0000-4000-8000-000' || n)::uuid, ${FIRST_PERSON}::int + (n - ${FIRST_LETTER}::int) / ${A_PERSON}::int,
      'reader-' || n || '@example.org', 'r' || n, 's' || n
    from generate_series(${FIRST_LETTER}::int, ${FIRST_LETTER + letters}::int) n`);
  await db.execute(sql`
    insert into letters (id, user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
      email_message, template, message_id, envelope_token) overriding system value
    select right(id::text, 9)::int, user_id, id, 'Ilse Brandt', recipient_email, 'Maren Oakes', 'maren@example.org',
      'Dear {{recipientName}}', 'vintage', recipient_token, recipient_token
    from conversations`);
  await db.execute(sql`analyze`);
}
