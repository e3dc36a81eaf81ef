import { randomBytes, randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../../server/core/db/database.ts';
import { inboundMessages } from '../../server/mail/in/schema.ts';
import { capturedMessages } from '../../server/mail/out/schema.ts';
import { withSession } from '../../server/operator/backup/session.ts';
import { digestOfLines, labelOf, listTables, readLines } from '../../server/operator/backup/tables.ts';
import { letterPayload, storedPhoto, userWithCredits } from './factories.ts';
import type { TestProduct } from './test-product.ts';

/** A person with a letter on its way, its photo, and a message that came in: rows, objects and jobs. */
export async function addCorrespondence(product: TestProduct): Promise<{ letterId: number }> {
  const { app, services } = product;
  const person = await userWithCredits(product, { displayName: 'Zoë "O\'Neil"\\n 🌸', verified: true });
  const photoUrl = await storedPhoto(product, person.uid);
  const call = async (url: string, payload: object = {}) =>
    (await app.inject({ method: 'POST', url, headers: person.headers, payload })).json();
  const text = 'Dear {{recipientName}},\n\n\ttwo "quotes", a back\\slash, umlauts äöü and 🍑\n';
  const letter = await call('/api/letters', letterPayload([photoUrl], { emailMessage: text }));
  await call(`/api/letters/${letter.id}/send`);
  const id = randomUUID();
  const storageKey = `inbound/${id.slice(0, 2)}/${id}.eml`;
  const raw = randomBytes(5_000);
  await services.storage.put(storageKey, raw);
  await services.db.insert(inboundMessages).values({
    id,
    envelopeSender: 'ilse@example.org',
    envelopeRecipient: 'reply+token@example.org',
    conversationId: letter.conversationId,
    side: 'recipient',
    storageKey,
    size: raw.length,
  });
  await services.db.insert(capturedMessages).values({
    id: randomUUID(),
    envelopeSender: '',
    envelopeRecipients: ['a@example.org', 'b "c"@example.org'],
    fromText: 'a',
    toText: 'b',
    subject: 'bytes of every kind, and line ends of Unicode: \u2028 \u2029 \u0085',
    messageId: randomUUID(),
    raw: Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256)),
  });
  return { letterId: letter.id };
}

/** Every table with its count and hash. */
export function tablesOf(database: Pick<OpenDatabase, 'pool'>): Promise<Record<string, string>> {
  return withSession(database, { snapshot: true }, async (session) => {
    const found: Record<string, string> = {};
    for (const table of await listTables(session)) {
      const { rows, sha256 } = await digestOfLines(readLines(session, table));
      found[labelOf(table)] = `${rows} ${sha256}`;
    }
    return found;
  });
}
