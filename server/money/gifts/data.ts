import { and, desc, eq, getTableColumns, isNotNull, ne, sql } from 'drizzle-orm';
import type { Gift, GiftOverview } from '../../../shared/gifts.ts';
import { GIFT_WAITS_HOURS } from '../../../shared/limits.ts';
import { cleanSenderName } from '../../../shared/person-name.ts';
import type { Config } from '../../core/config.ts';
import type { Executor } from '../../core/db/database.ts';
import { first } from '../../core/db/first.ts';
import { isoTime } from '../../core/db/iso-time.ts';
import { letterSentAt } from './letter-of-gift.ts';
import { gifts } from './schema.ts';
import type { GiftRow } from './write-gifts.ts';

const SHOWN = 200;

/** What a claimed or returned gift keeps; empty if its giver is erased, since nobody could ask for its removal. */
export const addressOnceEnded = sql<string>`case when ${gifts.fromName} = '' then '' else ${gifts.email} end`;

/** In which it can't be taken back once its recipient is told: else one credit could mail one stranger after another. */
const STAYS_DAYS = 7;

/** When its giver may take it back; null for at once, as its recipient is not told. */
export const returnableFrom = sql<Date | null>`
  coalesce(${gifts.mailedAt}, ${letterSentAt}) + make_interval(days => ${STAYS_DAYS}::int)`.mapWith(
  gifts.mailedAt,
);

/** A gift of which its recipient was mailed; null once its giver has no account. */
export function findMailedGift(db: Executor, id: string): Promise<GiftRow | null> {
  const told = and(eq(gifts.id, id), isNotNull(gifts.mailedAt), ne(gifts.fromName, ''));
  return first(db.select().from(gifts).where(told));
}

export async function giftOverviewOf(db: Executor, userId: number): Promise<GiftOverview> {
  const { credits: giftable, notBefore } = await giftableOf(db, userId);
  return { giftable, notBefore, gifts: await listGifts(db, userId, SHOWN) };
}

export async function listGifts(db: Executor, giverId: number, limit?: number): Promise<Gift[]> {
  const rows = db
    .select({ ...getTableColumns(gifts), returnableFrom })
    .from(gifts)
    .where(eq(gifts.giverId, giverId))
    .orderBy(desc(gifts.createdAt), desc(gifts.id));
  return (await (limit ? rows.limit(limit) : rows)).map(present);
}

function present(row: GiftRow & { returnableFrom: Date | null }): Gift {
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
    returnableFrom: row.returnableFrom?.toISOString() ?? null,
    endedAt: (row.claimedAt ?? row.returnedAt)?.toISOString() ?? null,
  };
}

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

/** The same for all gifts: no token but a proved address claims one. */
export const claimUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}/credits?stamp`;

/**
 * bought − paid back − given + returned, at most the balance. Free credits pay for letters only, else they could be
 * collected from many accounts. Lock the person's row before giving any.
 */
export async function giftableOf(db: Executor, userId: number) {
  const { rows } = await db.execute<{ credits: number; notBefore: string | null }>(sql`
    with purchased as (
      select coalesce(sum(credits - taken_back - shortfall), 0) as credits,
        max(paid_at) + make_interval(hours => ${GIFT_WAITS_HOURS}::int) as not_before
      from checkouts where user_id = ${userId} and status = 'paid' and amount > 0
    ), given as (
      select coalesce(sum(delta), 0) as delta from ledger_entries
      where user_id = (select ${userId}::bigint) and kind in ('gift-given', 'gift-returned')
    )
    select greatest(0, least(u.credits, purchased.credits + given.delta))::int as credits,
      case when purchased.not_before > now() then ${isoTime('purchased.not_before')} end as "notBefore"
    from users u, purchased, given where u.id = ${userId}`);
  const [row] = rows;
  if (!row) throw new Error(`There is no user ${userId}.`);
  return row;
}
