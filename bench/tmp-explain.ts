import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { openServices } from '../server/open-services.ts';
import type { Services } from '../server/services.ts';
import { signedIn } from '../server/testing/sign-in.ts';

/**
 * The calls of /my-letters for people who sent 10, 1,000 and 10,000 letters (to 2,000 recipients, a third of them
 * answered), all in one database. Each as milliseconds and as a ratio to the person with 10. Goal: flat.
 */
const SIZES = [10, 1_000, 10_000];
const RECIPIENTS = 2_000;
const CALLS = 60;
const GOAL = 3;

const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const open = await openServices(config, pino({ level: 'silent' }));
const app = await buildApp(open.services, { receiverPort: null });
const people = [];
for (const size of SIZES) people.push(await writer(open.services, app, size));
await open.services.db.execute(sql`analyze`);


import { listLetters } from '../server/letters/data.ts';
for (let r=0;r<3;r++) for (const [at, person] of people.entries()) {
  const uid = (person as any).uid;
  const b=performance.now(); for (let k=0;k<20;k++) await listLetters({db: open.services.db, config}, uid, {limit: 51}); const t=(performance.now()-b)/20;
  const c=performance.now(); for (let k=0;k<20;k++) await app.inject({url:'/api/letters?limit=50', headers: person.headers}); const u=(performance.now()-c)/20;
  console.log(SIZES[at], 'sql', t.toFixed(2), 'http', u.toFixed(2));
}
await app.close();
await open.close();
await rm(dataDir, { recursive: true, force: true });

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
