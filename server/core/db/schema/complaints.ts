import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, now, time } from './columns.ts';
import { letters } from './letters.ts';
import { users } from './users.ts';

/** What became of the credit of a letter that bounced; one row for each charge of the letter. */
export const bounceRefunds = pgTable(
  'bounce_refunds',
  {
    letterId: bigint({ mode: 'number' })
      .notNull()
      .references(() => letters.id, { onDelete: 'cascade' }),
    /** number of the charge, from 1 */
    charge: integer().notNull(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** returned by itself; waiting for the operator, who has given or refused it */
    state: text().$type<'returned' | 'waiting' | 'given' | 'refused'>().notNull(),
    /** why it waits or waited: the report proved too little, or the sender had too many returned */
    cause: text().$type<'unproven' | 'many'>(),
    createdAt: now(),
    decidedAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.letterId, t.charge] }),
    index('bounce_refunds_user').on(t.userId, t.createdAt),
    index('bounce_refunds_waiting').on(t.createdAt).where(sql`state = 'waiting'`),
  ],
);

/**
 * A letter that its recipient reported, here or to their mail service. Outlives the letter and its sender's account, as
 * hashes of addresses: else a new account would begin without them.
 */
export const letterReports = pgTable(
  'letter_reports',
  {
    id: id(),
    letterId: bigint({ mode: 'number' }).references(() => letters.id, { onDelete: 'set null' }),
    /** keyed hashes of canonical addresses */
    senderHash: text().notNull(),
    recipientHash: text().notNull(),
    /** where it was reported: the letter's page, a thread, or the recipient's mail service (RFC 5965) */
    origin: text().$type<'page' | 'thread' | 'feedback'>().notNull(),
    reason: text().$type<'unwanted' | 'fraud' | 'abuse'>().notNull(),
    /** domain that signed a mail service's report */
    source: text(),
    createdAt: now(),
    /** when the operator was done with it */
    closedAt: time(),
  },
  (t) => [
    uniqueIndex('letter_reports_letter').on(t.letterId),
    index('letter_reports_sender').on(t.senderHash, t.createdAt),
    index('letter_reports_open').on(t.createdAt).where(sql`closed_at is null`),
  ],
);

/** A time in which a sender's letters are held. Holds for the address too, so that a new account does not end it. */
export const senderPauses = pgTable(
  'sender_pauses',
  {
    id: id(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    /** keyed hash of the sender's canonical address */
    senderHash: text().notNull(),
    cause: text().$type<'reports' | 'operator'>().notNull(),
    pausedAt: now(),
    /** when the sender asked for a look */
    askedAt: time(),
    releasedAt: time(),
  },
  (t) => [
    index('sender_pauses_user').on(t.userId).where(sql`released_at is null`),
    uniqueIndex('sender_pauses_hash').on(t.senderHash).where(sql`released_at is null`),
  ],
);
