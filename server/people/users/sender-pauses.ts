import { and, desc, eq, isNull, or } from 'drizzle-orm';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Executor } from '../../core/db/database.ts';
import { senderPauses } from '../../core/db/schema/complaints.ts';
import type { UserRow } from './data.ts';

export type Pause = typeof senderPauses.$inferSelect;
type Sender = Pick<UserRow, 'id' | 'email'>;

/** The condition of a sender's pause that is not over; also of an earlier account with the same address. */
export const pauseOf = (addressHash: AddressHash, { id, email }: Sender) =>
  and(
    isNull(senderPauses.releasedAt),
    or(eq(senderPauses.userId, id), eq(senderPauses.senderHash, addressHash(email))),
  );

/** The pause of a sender's letters; null when they may leave. */
export async function findPause(
  db: Executor,
  addressHash: AddressHash,
  sender: Sender,
): Promise<Pause | null> {
  const [pause] = await db
    .select()
    .from(senderPauses)
    .where(pauseOf(addressHash, sender))
    .orderBy(desc(senderPauses.id))
    .limit(1);
  return pause ?? null;
}
