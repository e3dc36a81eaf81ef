import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { said } from '../../../shared/words.ts';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor, Transaction } from '../../core/db/database.ts';
import type { UserRow } from '../users/data.ts';
import { addressBlocks, blocks, stopLinks } from './schema.ts';

export type Sender = Pick<UserRow, 'id' | 'email'>;

/** Hashes of addresses. */
export interface HashedPair {
  recipientHash: string;
  /** all addresses that are known of the sender */
  senderHashes: string[];
  /** the sender's account; null when it is erased */
  userId: number | null;
}

/** In place of a sender's hash: letters from nobody. */
const ANYBODY = 'anybody';

/** The sender of one letter, or everybody. */
export type Refused = 'sender' | 'anybody';

export const isBlocked = async (db: Executor, addressHash: AddressHash, sender: Sender, email: string) =>
  (await findBlocked(db, addressHash, sender, [email])).length > 0;

export async function findBlocked(db: Executor, addressHash: AddressHash, sender: Sender, emails: string[]) {
  const blocked = await db
    .selectDistinct({ recipientHash: addressBlocks.recipientHash })
    .from(addressBlocks)
    .where(
      and(
        inArray(addressBlocks.recipientHash, emails.map(addressHash)),
        or(
          inArray(addressBlocks.senderHash, [ANYBODY, addressHash(sender.email)]),
          eq(addressBlocks.userId, sender.id),
        ),
      ),
    );
  return emails.filter((email) => blocked.some(({ recipientHash }) => recipientHash === addressHash(email)));
}

/** What a sender reads, whichever of the two it is: which is the recipient's own affair. */
export const blockedReason = (email: string) =>
  said(
    '{email} has asked not to get letters from you. Only they can change that, by the link in the e-mail of an earlier letter.',
    { email },
  );

export async function findBlocks(db: Executor, pair: HashedPair): Promise<Record<Refused, boolean>> {
  const found = async (refused: Refused) => (await db.$count(addressBlocks, matching(pair, refused))) > 0;
  return { sender: await found('sender'), anybody: await found('anybody') };
}

/** Asking twice changes nothing. */
export async function block(db: Executor, pair: HashedPair, refused: Refused): Promise<void> {
  const { recipientHash, senderHashes, userId } = pair;
  await db
    .insert(addressBlocks)
    .values(
      refused === 'anybody'
        ? [{ recipientHash, senderHash: ANYBODY }]
        : senderHashes.map((senderHash) => ({ recipientHash, senderHash, userId })),
    )
    .onConflictDoUpdate({
      target: [addressBlocks.recipientHash, addressBlocks.senderHash],
      set: { userId: sql`coalesce(excluded.user_id, ${addressBlocks.userId})` },
    });
}

/** @returns false when nothing was refused */
export async function unblock(db: Executor, pair: HashedPair, refused: Refused): Promise<boolean> {
  const { rowCount } = await db.delete(addressBlocks).where(matching(pair, refused));
  return rowCount !== 0;
}

function matching({ recipientHash, senderHashes, userId }: HashedPair, refused: Refused) {
  const anybody = eq(addressBlocks.senderHash, ANYBODY);
  const sender = or(
    inArray(addressBlocks.senderHash, senderHashes),
    userId === null ? undefined : eq(addressBlocks.userId, userId),
  );
  return and(eq(addressBlocks.recipientHash, recipientHash), refused === 'anybody' ? anybody : sender);
}

/** Keeps the blocks of an account that is erased, by its address alone. */
export async function forgetBlockedAccount(tx: Transaction, addressHash: AddressHash, sender: Sender) {
  const own = eq(addressBlocks.userId, sender.id);
  const senderHash = addressHash(sender.email);
  const rows = await tx
    .selectDistinct({ recipientHash: addressBlocks.recipientHash })
    .from(addressBlocks)
    .where(and(own, ne(addressBlocks.senderHash, senderHash)));
  for (const { recipientHash } of rows)
    await block(tx, { recipientHash, senderHashes: [senderHash], userId: null }, 'sender');
  await tx.update(addressBlocks).set({ userId: null }).where(own);
  await tx.delete(blocks).where(eq(blocks.userId, sender.id));
}

/** A link that is kept already stays as it is. */
export async function writeStopLinks(tx: Transaction, rows: (typeof stopLinks.$inferInsert)[]) {
  if (rows.length > 0) await tx.insert(stopLinks).values(rows).onConflictDoNothing();
}

/** For a key that is lost. @returns how many wishes there were, and `users.id` of the senders whom they were about */
export async function forgetHashes(tx: Transaction): Promise<{ wishes: number; senders: number[] }> {
  await tx.delete(stopLinks);
  const gone = await tx.delete(addressBlocks).returning({ userId: addressBlocks.userId });
  const senders = new Set(gone.flatMap(({ userId }) => userId ?? []));
  return { wishes: gone.length, senders: [...senders].sort((a, b) => a - b) };
}
