import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AddressHash } from '../../core/address-hash.ts';
import type { Database } from '../../core/db/database.ts';
import { users } from '../users/schema.ts';
import { block } from './blocks.ts';
import { blocks } from './schema.ts';

/**
 * Copies the blocks that the release before wrote, by account and address, to those by hash: each once, so that one that
 * is lifted since does not come back.
 */
export async function copyBlocks(db: Database, addressHash: AddressHash): Promise<void> {
  const rows = await db
    .select({ userId: blocks.userId, email: blocks.email, sender: users.email })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.userId))
    .where(isNull(blocks.copiedAt));
  for (const { userId, email, sender } of rows)
    await db.transaction(async (tx) => {
      const [taken] = await tx
        .update(blocks)
        .set({ copiedAt: sql`now()` })
        .where(and(eq(blocks.userId, userId), eq(blocks.email, email), isNull(blocks.copiedAt)))
        .returning({ email: blocks.email });
      if (!taken) return;
      await block(
        tx,
        { recipientHash: addressHash(email), senderHashes: [addressHash(sender)], userId },
        'sender',
      );
    });
}
