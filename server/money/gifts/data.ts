import { desc, eq, sql } from 'drizzle-orm';
import type { Gift, GiftOverview } from '../../../shared/gifts.ts';
import { cleanSenderName } from '../../../shared/person-name.ts';
import type { Executor } from '../../core/db/database.ts';
import { giftableOf } from './giftable.ts';
import { gifts } from './schema.ts';
import type { GiftRow } from './write-gifts.ts';

/** Gifts that a giver sees at once; each has its entry in the ledger besides. */
const SHOWN = 200;

/**
 * The address of a gift that waits no longer: none once its giver is erased, when the name is empty too, for nobody could
 * ask for it to be removed.
 */
export const addressOnceEnded = sql<string>`case when ${gifts.fromName} = '' then '' else ${gifts.email} end`;

/** What a person may give, and what they gave. */
export async function giftOverviewOf(db: Executor, userId: number): Promise<GiftOverview> {
  const { credits: giftable, notBefore } = await giftableOf(db, userId);
  return { giftable, notBefore, gifts: await listGifts(db, userId, SHOWN) };
}

/** A person's gifts, the newest first. @param limit at most; all without */
export async function listGifts(db: Executor, giverId: number, limit?: number): Promise<Gift[]> {
  const rows = db
    .select()
    .from(gifts)
    .where(eq(gifts.giverId, giverId))
    .orderBy(desc(gifts.createdAt), desc(gifts.id));
  return (await (limit ? rows.limit(limit) : rows)).map(present);
}

function present(row: GiftRow): Gift {
  const { id, credits, recipientName, email, note, letterId, status, returnedFor } = row;
  return {
    id,
    credits,
    recipientName,
    recipientEmail: email,
    note,
    letterId,
    status,
    returnedFor,
    createdAt: row.createdAt.toISOString(),
    claimableAt: row.claimableAt.toISOString(),
    endedAt: (row.claimedAt ?? row.returnedAt)?.toISOString() ?? null,
  };
}

/** What a person was given, the newest first. */
export async function listReceived(db: Executor, userId: number) {
  const rows = await db
    .select()
    .from(gifts)
    .where(eq(gifts.claimedBy, userId))
    .orderBy(desc(gifts.claimedAt), desc(gifts.id));
  return rows.map(({ credits, fromName, note, claimedAt }) => ({
    credits,
    from: cleanSenderName(fromName),
    note,
    claimedAt: claimedAt?.toISOString() ?? null,
  }));
}
