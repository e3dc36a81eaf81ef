import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { STAMP_CREDITS } from '../../../shared/limits.ts';
import { said, saidN } from '../../../shared/words.ts';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import { conflict, ProductError } from '../../core/errors.ts';
import { mailboxKey } from '../../people/recipients/data.ts';
import type { UserRow } from '../../people/users/data.ts';
import { writeEntries } from '../credits/ledger.ts';
import { giftableOf } from './data.ts';
import { gifts } from './schema.ts';

export type GiftRow = typeof gifts.$inferSelect;

type NewGift = Pick<GiftRow, 'credits' | 'email' | 'recipientName' | 'fromName'> &
  Partial<Pick<GiftRow, 'note' | 'letterId'>>;

/** The giver's row is locked. @param from earliest claim, null for now @throws 409 STAMPS_NOT_BOUGHT, OWN_ADDRESS */
export async function writeGifts(
  tx: Transaction,
  addressHash: AddressHash,
  giver: Pick<UserRow, 'id' | 'email'>,
  given: NewGift[],
  from: Date | null,
): Promise<GiftRow[]> {
  const own = addressHash(giver.email);
  if (given.some(({ email }) => addressHash(email) === own)) {
    // Other spellings of it as well: the hash is of the canonical address.
    const message = said('That is your own address. Stamps are given to somebody else.');
    throw new ProductError(409, 'OWN_ADDRESS', message, { fields: { recipientEmail: message } });
  }
  const { credits, notBefore } = await giftableOf(tx, giver.id);
  if (given.reduce((sum, one) => sum + one.credits, 0) > credits) throw notBought(credits);
  const rows = given.map((one) => ({
    ...one,
    id: randomUUID(),
    giverId: giver.id,
    email: mailboxKey(one.email),
    claimableAt: sql`greatest(now(), ${from?.toISOString() ?? null}::timestamptz, ${notBefore}::timestamptz)`,
  }));
  const written = await tx.insert(gifts).values(rows).returning();
  await writeEntries(
    tx,
    giver.id,
    rows.map((row) => ({ delta: -row.credits, kind: 'gift-given', reference: row.id })),
  );
  return written;
}

interface Enclosing {
  id: number;
  recipientEmail: string;
  recipientName: string;
  senderName: string;
}

/** In the transaction that charges the letters. @throws as `writeGifts` */
export async function encloseStamps(
  tx: Transaction,
  addressHash: AddressHash,
  sender: Pick<UserRow, 'id' | 'email'>,
  enclosing: Enclosing[],
): Promise<void> {
  const stamps = enclosing.map(({ id, recipientEmail, recipientName, senderName }) => ({
    credits: STAMP_CREDITS,
    email: recipientEmail,
    recipientName,
    fromName: senderName,
    letterId: id,
  }));
  await writeGifts(tx, addressHash, sender, stamps, null);
}

export async function isStamped(db: Executor, letterId: number): Promise<boolean> {
  return (await db.$count(gifts, and(eq(gifts.letterId, letterId), eq(gifts.status, 'waiting')))) > 0;
}

const notBought = (credits: number) =>
  conflict(
    'STAMPS_NOT_BOUGHT',
    credits === 0
      ? said(
          'Only stamps that you bought can be given, and you have none left. Free ones are for your own letters.',
        )
      : saidN(
          credits,
          'Only stamps that you bought can be given, and you have 1 of them. Free ones are for your own letters.',
          'Only stamps that you bought can be given, and you have {n} of them. Free ones are for your own letters.',
        ),
  );

export const insufficientCreditsWithStamps = (needed: number, balance: number) =>
  new ProductError(
    402,
    'INSUFFICIENT_CREDITS',
    saidN(
      needed,
      'This letter takes 1 credit with what is enclosed. You have {balance}.',
      'This letter takes {n} credits with what is enclosed. You have {balance}.',
      { balance },
    ),
    { details: { needed, balance } },
  );
