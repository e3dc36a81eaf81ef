import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Suppression } from '../../../shared/suppressions.ts';
import { type Said, said, type Words } from '../../../shared/words.ts';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { ProductError } from '../../core/errors.ts';
import { inEnglish, saidOrEnglish } from '../../core/words.ts';
import { blockedReason, findBlocked, type Sender } from './blocks.ts';
import { mailboxKey } from './data.ts';
import { suppressions } from './schema.ts';

/** @throws 409 RECIPIENT_BLOCKED | 409 ADDRESS_BOUNCED */
export async function checkAddress(db: Executor, addressHash: AddressHash, sender: Sender, email: string) {
  const refusal = (await findRefusals(db, addressHash, sender, [email])).get(email);
  if (refusal) throw refusal;
}

/** What `checkAddress` throws, by address. */
export async function findRefusals(
  db: Executor,
  addressHash: AddressHash,
  sender: Sender,
  emails: string[],
): Promise<Map<string, ProductError>> {
  const refusals = new Map<string, ProductError>();
  const bounced = await db
    .select()
    .from(suppressions)
    .where(and(eq(suppressions.userId, sender.id), inArray(suppressions.email, emails.map(mailboxKey))));
  for (const email of emails) {
    const found = bounced.find((one) => one.email === mailboxKey(email));
    if (found) refusals.set(email, addressBounced(email, reasonOf(found)));
  }
  for (const email of await findBlocked(db, addressHash, sender, emails))
    refusals.set(email, refused('RECIPIENT_BLOCKED', blockedReason(email)));
  return refusals;
}

function addressBounced(email: string, reason: Said): ProductError {
  return refused(
    'ADDRESS_BOUNCED',
    said(
      'Our last mail to {email} came back: {reason} Please check the address. If it is right, choose ‘Use this address again’ and send once more.',
      { email, reason },
    ),
  );
}

const reasonOf = ({ reason, reasonSaid }: typeof suppressions.$inferSelect): Said =>
  saidOrEnglish(reasonSaid, reason) ?? { text: reason };

const refused = (code: string, sentence: Said) =>
  new ProductError(409, code, sentence, { fields: { recipientEmail: sentence } });

/** Mail to the address came back: this sender writes to it no more until they lift it. */
export async function suppress(db: Executor, userId: number, email: string, why: Said): Promise<void> {
  const reason = { reason: inEnglish(why), reasonSaid: why };
  await db
    .insert(suppressions)
    .values({ userId, email: mailboxKey(email), ...reason })
    .onConflictDoUpdate({
      target: [suppressions.userId, suppressions.email],
      set: { ...reason, createdAt: sql`now()` },
    });
}

export const isSuppressed = async (db: Executor, userId: number, email: string): Promise<boolean> =>
  (await db.$count(suppressions, ofAddress(userId, email))) > 0;

const ofAddress = (userId: number, email: string) =>
  and(eq(suppressions.userId, userId), eq(suppressions.email, mailboxKey(email)));

/** @returns false when the address was not suppressed for this sender */
export async function liftSuppression(db: Executor, userId: number, email: string): Promise<boolean> {
  const { rowCount } = await db.delete(suppressions).where(ofAddress(userId, email));
  return rowCount !== 0;
}

export async function listSuppressions(db: Executor, userId: number, words: Words): Promise<Suppression[]> {
  const rows = await db
    .select()
    .from(suppressions)
    .where(eq(suppressions.userId, userId))
    .orderBy(desc(suppressions.createdAt), suppressions.email)
    .limit(2_000);
  return rows.map((row) => ({
    email: row.email,
    reason: words.say(reasonOf(row)),
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function forgetSuppressions(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(suppressions).where(eq(suppressions.userId, userId));
}
