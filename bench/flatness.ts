import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { Visitor } from '../test/load/visitor.ts';
import { METRICS_TOKEN } from '../test/load/watch.ts';
import { freePort } from '../test/support/free-port.ts';
import { startGuardedPostgres } from '../test/support/guarded-postgres.ts';
import { CALLS, type LetterWriter, OPERATOR, openLetterWriter } from './flatness/calls.ts';
import { seedLetters } from './flatness/seed.ts';
import { median } from './statistics.ts';

/**
 * Every call with 100,000 letters in the database against 100 (`-- flatness --million`: a million, of 100,000 people),
 * in turns, by somebody who sent twenty and by somebody who sent 10,000 of them. Searches and sums grow with a person's
 * letters, so each call also has a limit in milliseconds.
 */
const GOAL = 1.3;
const GOAL_MS = 50;
const ROUNDS = 40;
const WARM_UP = 3;
const MILLION = process.argv.includes('--million');
const SIZES = [
  { name: 'small', total: 100, others: 90, ordinary: 20, heavy: 60 },
  {
    name: 'big',
    total: MILLION ? 1_000_000 : 100_000,
    others: MILLION ? 10 : 90,
    ordinary: 20,
    heavy: 10_000,
  },
];
const LETTERS = (SIZES[1]?.total ?? 0).toLocaleString('en');
const KINDS = ['ordinary', 'heavy'] as const;

await buildIfNeeded((line) => console.log(line));
const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-flatness-'));
const agent = new Agent({ keepAlive: true });
const sites: Awaited<ReturnType<typeof openSite>>[] = [];
const times = new Map<string, number[]>();
try {
  for (const size of SIZES) sites.push(await openSite(size));
  const cold = await timeEach(0, ({ ordinary }) => ordinary.visitor.ask('GET', '/metrics', OPERATOR));
  for (let round = -WARM_UP; round < ROUNDS; round++) await callEverything(round);
  const reports = KINDS.map(report);
  const over = reports.reduce((sum, each) => sum + each.over, 0);
  const slowest = Math.max(...reports.map((each) => each.slowest));
  console.log(`  /metrics, counting anew: ${cold.map((ms) => `${ms.toFixed(0)} ms`).join(' and ')}`);
  console.log(`${LETTERS} letters compared with 100: ${over} calls over ${GOAL} (goal 0)`);
  console.log(`slowest call with ${LETTERS} letters: ${slowest.toFixed(0)} ms (goal ${GOAL_MS})`);
} finally {
  agent.destroy();
  // Together: the one PostgreSQL of both ends when nobody is connected any more.
  await Promise.all(sites.map(({ close }) => close()));
  await rm(folder, { recursive: true, force: true });
}

/** @param round its number; below 0 it only warms up */
async function callEverything(round: number): Promise<void> {
  // The rate limits are lower than what this measure needs.
  for (const { database } of sites) await database.query('delete from rate_counters');
  for (const kind of KINDS) {
    for (const { name, act } of CALLS) {
      const took = await timeEach(round, (writers) => act(writers[kind]));
      if (round < 0) continue;
      for (const [at, ms] of took.entries()) note(`${kind} ${at} ${name}`, ms);
    }
  }
}

/** @param turn changes which site is called first: the second finds the machine in another state */
async function timeEach(turn: number, act: (writers: Writers) => Promise<unknown>): Promise<number[]> {
  const took = sites.map(() => 0);
  for (const step of sites.keys()) {
    const at = (Math.abs(turn) + step) % sites.length;
    const site = sites[at];
    if (!site) continue;
    const began = performance.now();
    await act(site.writers);
    took[at] = performance.now() - began;
  }
  return took;
}

function report(kind: (typeof KINDS)[number]): { over: number; slowest: number } {
  let over = 0;
  let slowest = 0;
  console.log(`  ${kind === 'heavy' ? 'user with 10,000 letters' : 'user with 20 letters'}`);
  for (const { name } of CALLS) {
    const [small = 1, big = 0] = [0, 1].map((at) => median(times.get(`${kind} ${at} ${name}`) ?? []));
    const ratio = big / small;
    slowest = Math.max(slowest, big);
    if (ratio > GOAL) over++;
    const shown = `${small.toFixed(2).padStart(8)} ms ${big.toFixed(2).padStart(8)} ms   ${ratio.toFixed(2)}`;
    console.log(`    ${name.padEnd(28)} ${shown}${ratio > GOAL ? '  over' : ''}`);
  }
  return { over, slowest };
}

type Writers = Record<(typeof KINDS)[number], LetterWriter>;

interface Size {
  name: string;
  total: number;
  /** letters of each person who is not measured */
  others: number;
  ordinary: number;
  heavy: number;
}

async function openSite({ name, total, others, ...letters }: Size) {
  const postgres = await startGuardedPostgres({
    dataDir: path.join(folder, 'postgres'),
    database: name,
  });
  const port = await freePort();
  const env = {
    DATA_DIR: path.join(folder, name),
    DATABASE_URL: postgres.url,
    PROCESS_ROLE: 'web',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    METRICS_TOKEN,
    // What is seeded for one person is more than anybody may keep.
    PHOTO_MEGABYTES_KEPT: '100000',
  };
  const product = await startServerProcess({ args: ['dist/server/main.js'], cwd: process.cwd(), env }, port);
  const database = new Client({ connectionString: postgres.url });
  await database.connect();
  const people = {
    ordinary: new Visitor(product.url, 'ordinary@example.com', agent),
    heavy: new Visitor(product.url, 'heavy@example.com', agent),
  };
  for (const person of Object.values(people)) await person.signUp();
  await database.query('update accounts set email_verified = true');
  await seedLetters(
    postgres.url,
    { total, others },
    KINDS.map((kind) => ({ uid: people[kind].uid, letters: letters[kind] })),
  );
  const photo = await readFile('test/photos/files/torn-note.jpg');
  const open = async (person: Visitor): Promise<LetterWriter> => {
    await person.signIn();
    return openLetterWriter(postgres.url, person, await person.upload(photo));
  };
  return {
    writers: { ordinary: await open(people.ordinary), heavy: await open(people.heavy) },
    database,
    close: async () => {
      await database.end();
      await product.kill();
      await postgres.stop();
    },
  };
}

function note(key: string, milliseconds: number): void {
  times.set(key, [...(times.get(key) ?? []), milliseconds]);
}
