import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { LetterRow } from '../../server/letters/data.ts';
import { letters } from '../../server/letters/schema.ts';
import { ledgerEntries } from '../../server/money/credits/schema.ts';
import { users } from '../../server/people/users/schema.ts';
import type { ArrivalBody } from '../../shared/arrival.ts';
import type { Letter } from '../../shared/letters.ts';
import { letterPayload, type Signed, storedPhoto, userWithCredits } from './factories.ts';
import type { TestProduct } from './test-product.ts';

/** A signed-in user's calls about letters over HTTP, and the rows they leave. */
export interface LetterWriter {
  person: Signed & { userId: number };
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    key?: string,
  ): Promise<LightMyRequestResponse>;
  /** creates and sends a letter, to arrive at once unless a time is given; throws when it was refused */
  queued(more?: Record<string, unknown>, arrival?: ArrivalBody): Promise<Letter>;
  balance(): Promise<number | undefined>;
}

export async function newLetterWriter(
  product: TestProduct,
  options: Parameters<typeof userWithCredits>[1] = { displayName: 'Maren Oakes', verified: true },
): Promise<LetterWriter> {
  const person = await userWithCredits(product, options);
  const call: LetterWriter['call'] = (method, url, body, key) =>
    product.app.inject({
      method,
      url,
      headers: { ...person.headers, ...(key ? { 'idempotency-key': key } : {}) },
      ...(body ? { payload: body } : {}),
    });
  return {
    person,
    call,
    async queued(more = {}, arrival) {
      const photo = await storedPhoto(product, person.uid);
      const made = await call('POST', '/api/letters', letterPayload([photo], more));
      if (made.statusCode !== 200) throw new Error(made.body);
      const sent = await call('POST', `/api/letters/${made.json<Letter>().id}/send`, arrival && { arrival });
      if (sent.statusCode !== 200) throw new Error(sent.body);
      return sent.json<Letter>();
    },
    async balance() {
      const [row] = await product.services.db.select().from(users).where(eq(users.id, person.userId));
      return row?.credits;
    },
  };
}

export async function letterRow(product: TestProduct, id: number): Promise<LetterRow> {
  const [row] = await product.services.db.select().from(letters).where(eq(letters.id, id));
  if (!row) throw new Error('no such letter');
  return row;
}

/** `/l/<token>` as in the recipient's mail; the sender's link has another token. */
export async function mailedPath(product: TestProduct, letterId: number): Promise<string> {
  return `/l/${(await letterRow(product, letterId)).mailedToken}`;
}

/** How many jobs would send the letter. */
export async function sendJobsOf(product: TestProduct, { id }: Pick<Letter, 'id'>): Promise<number> {
  const { rows } = await product.services.db.execute(
    sql`select 1 from jobs.job where name = 'send-letter' and data->>'letterId' = ${String(id)}`,
  );
  return rows.length;
}

/** Kinds of the ledger entries of a letter, the oldest first. */
export async function entriesOf(product: TestProduct, { id }: Pick<Letter, 'id'>): Promise<string[]> {
  const rows = await product.services.db
    .select({ kind: ledgerEntries.kind })
    .from(ledgerEntries)
    .where(sql`split_part(${ledgerEntries.reference}, ':', 1) = ${String(id)}`)
    .orderBy(ledgerEntries.id);
  return rows.map(({ kind }) => kind);
}
