import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { now, time } from '../../core/db/columns.ts';
import { letters } from '../../letters/schema.ts';
import { ofUser, users } from '../../people/users/schema.ts';

/** `waiting` for whoever proves the address; `claimed` is final. */
export type GiftStatus = 'waiting' | 'claimed' | 'returned';

export type GiftReturn =
  | 'taken back'
  | 'letter'
  | 'payment'
  | 'a year'
  | 'refused'
  | 'undelivered'
  | 'account';

export const gifts = pgTable(
  'gifts',
  {
    /** reference of its ledger entries */
    id: uuid().primaryKey(),
    giverId: ofUser(),
    credits: integer().notNull(),
    /** lower-cased; these three are empty once the giver is erased */
    email: text().notNull(),
    recipientName: text().notNull(),
    fromName: text().notNull(),
    note: text(),
    letterId: bigint({ mode: 'number' }).references(() => letters.id, { onDelete: 'set null' }),
    status: text().$type<GiftStatus>().notNull().default('waiting'),
    returnedFor: text().$type<GiftReturn>(),
    createdAt: now(),
    /** before it the recipient is not told, and cannot claim it */
    claimableAt: time().notNull(),
    mailedAt: time(),
    claimedBy: bigint({ mode: 'number' }).references(() => users.id),
    claimedAt: time(),
    returnedAt: time(),
    seenAt: time(),
  },
  (t) => [
    index('gifts_giver').on(t.giverId, t.createdAt),
    index('gifts_waiting').on(t.email).where(sql`status = 'waiting'`),
    index('gifts_claimed').on(t.claimedBy).where(sql`claimed_by is not null`),
    index('gifts_letter').on(t.letterId).where(sql`letter_id is not null`),
    uniqueIndex('gifts_one_of_letter')
      .on(t.letterId)
      .where(sql`status = 'waiting' and letter_id is not null`),
    check('gifts_sane', sql`${t.credits} between 1 and 50`),
    check('gifts_claimed_by_somebody', sql`(${t.status} = 'claimed') = (${t.claimedBy} is not null)`),
    check('gifts_returned_for_something', sql`(${t.status} = 'returned') = (${t.returnedFor} is not null)`),
  ],
);
