import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { openServices } from '../server/open-services.ts';
import type { Services } from '../server/platform/services.ts';
import { signedIn } from '../test/support/sign-in.ts';

/**
 * The calls of /my-letters for people who sent 10, 1,000 and 10,000 letters (to 2,000 recipients, a third of them
 * answered), all in one database. A page costs the same for each of them; what looks through everything, a search
 * or a sum, grows with it and has to stay quick.
 */
const SIZES = [10, 1_000, 10_000];
const RECIPIENTS = 2_000;
const CALLS = 60;
const GOAL_RATIO = 3;
const GOAL_MS = 50;

const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const open = await openServices(config, pino({ level: 'silent' }));
const app = await buildApp(open.services, { receiverPort: null });
const people: Awaited<ReturnType<typeof writer>>[] = [];
for (const size of SIZES) people.push(await writer(open.services, app, size));
await open.services.db.execute(sql`analyze`);

const recipient = 'friend-7@example.org';
const calls: [name: string, url: string][] = [
  ['first page of letters', '/api/letters?limit=50'],
  ['letters to one recipient', `/api/letters?recipient=${recipient}&limit=50`],
  ['replies of one recipient', `/api/replies?recipient=${recipient}&limit=50`],
  ['first page of recipients', '/api/correspondents?limit=50'],

  ['unread counts', '/api/unread'],
  ['first page of conversations', '/api/conversations?limit=50'],
];
const lookingThrough: [name: string, url: string][] = [
  ['search in recipients', '/api/correspondents?limit=50&search=friend%207'],
  ['totals', '/api/letter-totals'],
];
let ratio = 0;
for (const [name, url] of calls)
  ratio = Math.max(ratio, await measure(name, url).then((found) => found.ratio));
let slowest = 0;
for (const [name, url] of lookingThrough) {
  slowest = Math.max(slowest, await measure(name, url).then((found) => found.most));
}
console.log(`pages with 10,000 letters beside 10: ${ratio.toFixed(1)} times at worst (goal ${GOAL_RATIO})`);
console.log(`search and sums with 10,000 letters: ${slowest.toFixed(0)} ms at worst (goal ${GOAL_MS})`);

await app.close();
await open.close();
await rm(dataDir, { recursive: true, force: true });

async function measure(name: string, url: string): Promise<{ ratio: number; most: number }> {
  const times = people.map(() => [] as number[]);
  for (let round = 0; round < CALLS; round++) {
    for (const [at, { headers }] of people.entries()) {
      const began = performance.now();
      const answer = await app.inject({ url, headers });
      times[at]?.push(performance.now() - began);
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    }
  }
  const medians = times.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0);
  const [smallest = 1] = medians;
  const most = medians.at(-1) ?? 0;
  const shown = medians.map((ms, at) => `${SIZES[at]}: ${ms.toFixed(1)} ms`).join('   ');
  console.log(`  ${name.padEnd(28)} ${shown}   ratio ${(most / smallest).toFixed(1)}`);
  return { ratio: most / smallest, most };
}

/** Somebody who sent so many letters, written straight into the tables: only reading is measured. */
async function writer({ db }: Services, app: FastifyInstance, letters: number) {
  const person = await signedIn(
    { app, services: open.services, origin: { origin: config.publicUrl } },
    { email: `writer-${letters}@example.org`, verified: true },
  );
  await app.inject({
    method: 'POST',
    url: '/api/users',
    headers: person.headers,
    payload: { firebaseUid: person.uid },
  });
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table seed on commit drop as
      select n, gen_random_uuid() as conversation, 1 + n % ${Math.min(RECIPIENTS, letters)}::int as friend,
        now() - make_interval(mins => n::int) as at from generate_series(1, ${letters}::int) n`);
    const mine = sql`(select id from users where firebase_uid = ${person.uid})`;
    await tx.execute(sql`
      insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, created_at, last_message_at)
      select conversation, ${mine}, 'friend-' || friend || '@example.org', gen_random_uuid()::text,
        gen_random_uuid()::text, at, at from seed`);
    await tx.execute(sql`
      insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
        email_message, template, status, message_id, envelope_token, created_at, sent_at)
      select ${mine}, conversation, 'Friend ' || friend, 'friend-' || friend || '@example.org', 'Maren Oakes',
        ${person.email}, ${'The plum tree has flowered at last. '.repeat(20)}, 'vintage', 'sent',
        gen_random_uuid()::text, gen_random_uuid()::text, at, at from seed order by n desc`);
    await tx.execute(sql`
      insert into photos (id, owner_uid, original_name, width, height, display_bytes, mail_bytes, thumbnail_bytes,
        content_hash)
      select conversation, ${person.uid}, 'page.jpg', 2400, 1800, 1, 1, 1, conversation::text from seed`);
    await tx.execute(sql`
      insert into letter_photos (letter_id, position, photo_id)
      select l.id, 0, l.conversation_id from letters l join seed s on s.conversation = l.conversation_id`);
    await tx.execute(sql`
      insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id,
        created_at, read_at, relay_status)
      select conversation, 'recipient', 'friend-' || friend || '@example.org', 'Re: A letter', 'So lovely.',
        ${'So lovely. '.repeat(50)}, 'Gmail', gen_random_uuid()::text, at, case when n % 50 = 0 then null else at end,
        'sent' from seed where n % 3 = 0`);
  });
  return person;
}
