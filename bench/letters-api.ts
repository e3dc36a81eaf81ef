import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import pino from 'pino';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { listLetters } from '../server/letters/data.ts';
import { openServices } from '../server/open-services.ts';
import { signedIn } from '../test/support/sign-in.ts';

/** `GET /api/letters` beside a bare Fastify route that runs the same query and stringifies its rows. Goal: ≥ 0.8. */
const LETTERS = 20;
const ROUNDS = 5;
const SECONDS = 3;

const dataDir = await mkdtemp(path.join(tmpdir(), 'slow-letters-bench-'));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
const open = await openServices(config, pino({ level: 'silent' }));
const { services } = open;
const app = await buildApp(services, { receiverPort: null });
await app.listen({ port: 0, host: '127.0.0.1' });

const person = await signedIn(
  { app, services, origin: { origin: config.publicUrl } },
  { email: 'bench@example.org', verified: true },
);
await app.inject({
  method: 'POST',
  url: '/api/users',
  headers: person.headers,
  payload: { firebaseUid: person.uid },
});
await seed();

const floor = Fastify();
floor.get('/letters', async () => listLetters(services, person.uid));
await floor.listen({ port: 0, host: '127.0.0.1' });

const ratios: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const ours = await rate(`http://127.0.0.1:${portOf(app.server.address())}/api/letters`, person.headers);
  const bare = await rate(`http://127.0.0.1:${portOf(floor.server.address())}/letters`, {});
  ratios.push(ours / bare);
  console.log(`  round ${round + 1}: ${Math.round(ours)} requests/s beside ${Math.round(bare)} bare`);
}
ratios.sort((a, b) => a - b);
console.log(
  `GET /api/letters, ${LETTERS} letters: ${ratios[Math.floor(ROUNDS / 2)]?.toFixed(2)} of a bare Fastify route (goal 0.80)`,
);

await floor.close();
await app.close();
await open.close();
await rm(dataDir, { recursive: true, force: true });

async function rate(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 8, duration: SECONDS });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 200 at ${url}`);
  return result.requests.average;
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

/** Letters with three photos each, written straight into the tables: only reading is measured. */
async function seed(): Promise<void> {
  const { db } = services;
  for (let n = 0; n < LETTERS; n++) {
    const conversation = randomUUID();
    const photos = [randomUUID(), randomUUID(), randomUUID()];
    await db.execute(sql`
      insert into conversations (id, user_id, recipient_email, recipient_token, sender_token)
      select ${conversation}, id, 'ilse@example.org', ${randomUUID()}, ${randomUUID()} from users limit 1`);
    for (const photo of photos) {
      await db.execute(sql`
        insert into photos (id, owner_uid, original_name, width, height, display_bytes, mail_bytes, thumbnail_bytes, content_hash)
        values (${photo}, ${person.uid}, 'page.jpg', 2400, 1800, 1, 1, 1, ${photo})`);
    }
    await db.execute(sql`
      with l as (
        insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
          email_message, template, status, message_id, envelope_token, sent_at)
        select id, ${conversation}, 'Ilse Brandt', 'ilse@example.org', 'Maren Oakes', email,
          ${'The plum tree has flowered at last. '.repeat(20)}, 'vintage', 'sent', ${randomUUID()}, ${randomUUID()}, now()
        from users limit 1 returning id)
      insert into letter_photos (letter_id, position, photo_id)
      select l.id, p.position - 1, p.id from l, unnest(array[${sql.join(
        photos.map((photo) => sql`${photo}::uuid`),
        sql`, `,
      )}]) with ordinality as p(id, position)`);
  }
}
