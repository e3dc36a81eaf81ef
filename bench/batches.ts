import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../server/core/db/database.ts';
import { createLetter } from '../server/letters/send/create-letter.ts';
import { sendBatch, sendLetter } from '../server/letters/send/send-letters.ts';
import { writeEntry } from '../server/money/credits/ledger.ts';
import type { Person } from '../server/people/identity/sessions/person.ts';
import { upsertUser } from '../server/people/users/data.ts';
import { letterPayload, storedPhoto } from '../test/support/factories.ts';
import { openOwnProduct } from '../test/support/own-product.ts';
import { median } from './statistics.ts';

/**
 * A letter of twenty photos to twenty people by one call, against one person by two, in turns, on the
 * embedded PostgreSQL. Goal: at most 8 times the time.
 */
const ROUNDS = 15;
const PEOPLE = 20;
const PHOTOS = 20;
const GOAL = 8;

const product = await openOwnProduct();
const { services } = product;
const { db } = services;
const template = 'vintage' as const;
const times = { one: [] as number[], twenty: [] as number[] };
for (let round = 0; round <= ROUNDS; round++) {
  const { person, photoUrls } = await writer();
  const one = await timed(async () => {
    const letter = { ...letterPayload(photoUrls, { recipientEmail: address() }), template };
    const id = await db.transaction((tx: Transaction) => createLetter(tx, services, person, letter));
    await db.transaction((tx: Transaction) => sendLetter(tx, services, { person, ip: '127.0.0.1' }, id));
  });
  const twenty = await timed(async () => {
    const recipients = Array.from({ length: PEOPLE }, () => ({ name: 'Ilse Brandt', email: address() }));
    const letter = { ...letterPayload(photoUrls), template, recipients };
    await db.transaction((tx: Transaction) => sendBatch(tx, services, { person, ip: '127.0.0.1' }, letter));
  });
  // The first round warms up.
  if (round === 0) continue;
  times.one.push(one);
  times.twenty.push(twenty);
}
const letters = (ROUNDS + 1) * (PEOPLE + 1);
const { rows } = await db.execute<Record<string, number>>(sql`
  select (select count(*)::int from letters where status = 'queued') as letters,
    (select count(distinct conversation_id)::int from letters) as conversations,
    (select count(*)::int from ledger_entries where kind = 'letter') as charges,
    (select count(*)::int from jobs.job where name = 'send-letter') as jobs`);
await product.close();

const ratio = median(times.twenty) / median(times.one);
console.log(`one person      ${median(times.one).toFixed(1)} ms`);
console.log(
  `twenty people   ${median(times.twenty).toFixed(1)} ms, slowest ${Math.max(...times.twenty).toFixed(1)} ms`,
);
console.log(`ratio           ${ratio.toFixed(2)} (goal: ${GOAL} or less)`);
console.log(`written         ${JSON.stringify(rows[0])} (goal: ${letters} each)`);
const allThere = Object.values(rows[0] ?? {}).every((count) => count === letters);
process.exitCode = ratio <= GOAL && allThere ? 0 : 1;

/** Somebody with credits and photos. */
async function writer(): Promise<{ person: Person; photoUrls: string[] }> {
  const uid = randomUUID();
  const person: Person = {
    uid,
    sessionId: uid,
    email: `${uid}@example.com`,
    emailVerified: true,
    displayName: 'Maren Oakes',
  };
  const { id } = await upsertUser(db, person);
  await db.transaction((tx: Transaction) =>
    writeEntry(tx, { userId: id, delta: PEOPLE + 1, kind: 'grant', reference: uid }),
  );
  const photoUrls: string[] = [];
  for (let photo = 0; photo < PHOTOS; photo++) photoUrls.push(await storedPhoto(product, uid));
  return { person, photoUrls };
}

function address(): string {
  return `${randomUUID()}@example.org`;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
