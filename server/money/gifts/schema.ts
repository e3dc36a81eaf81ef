import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { now, time } from '../../core/db/columns.ts';
import { letters } from '../../letters/schema.ts';
import { users } from '../../people/users/schema.ts';

/** `waiting` for whoever proves the address; `claimed` is final; `returned` to the giver. */
export type GiftStatus = 'waiting' | 'claimed' | 'returned';

/**
 * Why a gift went back: taken back by its giver, its letter did not arrive, its payment was returned, nobody claimed it
 * within a year, its recipient takes none, the mail that told of it came back, or its giver's account was deleted before
 * anybody was told of it.
 */
export type GiftReturn =
  | 'taken back'
  | 'letter'
  | 'payment'
  | 'a year'
  | 'refused'
  | 'undelivered'
  | 'account';

/** Credits given to an address: by the credits page, or enclosed in a letter. */
export const gifts = pgTable(
  'gifts',
  {
    /** reference of its ledger entries */
    id: uuid().primaryKey(),
    giverId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    credits: integer().notNull(),
    /** lower-cased; empty once the giver is erased and nobody waits for it any more */
    email: text().notNull(),
    /** as the giver calls the recipient; empty once the giver is erased */
    recipientName: text().notNull(),
    /** as the gift is signed; empty once the giver is erased */
    fromName: text().notNull(),
    note: text(),
    /** the letter that it is enclosed in; null for one by the credits page, and once the letter is erased */
    letterId: bigint({ mode: 'number' }).references(() => letters.id, { onDelete: 'set null' }),
    status: text().$type<GiftStatus>().notNull().default('waiting'),
    returnedFor: text().$type<GiftReturn>(),
    createdAt: now(),
    /** the day chosen, and 24 hours after the giver's last purchase: before it nobody is told, and nobody has it */
    claimableAt: time().notNull(),
    /** since when the recipient is told of it by a mail of its own; of an enclosed one the letter tells */
    mailedAt: time(),
    claimedBy: bigint({ mode: 'number' }).references(() => users.id),
    claimedAt: time(),
    returnedAt: time(),
    /** when the recipient's page told of it */
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
