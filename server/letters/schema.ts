import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Language } from '../../shared/languages.ts';
import type { Said } from '../../shared/words.ts';
import { id, now, signingName, time } from '../core/db/columns.ts';
import { users } from '../people/users/schema.ts';
import { photos } from './photos/schema.ts';

/** One letter and the mail that answers it. The tokens are the local parts of Reply-To addresses. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    recipientEmail: text().notNull(),
    /** who had proved that address when the letter came, and has left it since; null for whoever has it */
    recipientId: bigint({ mode: 'number' }).references(() => users.id),
    /** token of the address that the recipient replies to */
    recipientToken: text().notNull(),
    /** token of the address that the sender replies to */
    senderToken: text().notNull(),
    createdAt: now(),
    lastMessageAt: now(),
    /** a muted side gets no relayed mail; replies still show in the app */
    senderMutedAt: time(),
    recipientMutedAt: time(),
  },
  (t) => [
    uniqueIndex('conversations_recipient_token').on(t.recipientToken),
    uniqueIndex('conversations_sender_token').on(t.senderToken),
    index('conversations_user').on(t.userId, t.lastMessageAt),
    index('conversations_recipient').on(sql`lower(${t.recipientEmail})`),
    index('conversations_recipient_id').on(t.recipientId).where(sql`recipient_id is not null`),
  ],
);

export const letters = pgTable(
  'letters',
  {
    id: id(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id),
    recipientName: text().notNull(),
    /** how the sender calls the recipient; null for by their name */
    greetingName: text(),
    recipientEmail: text().notNull(),
    senderName: signingName().notNull(),
    senderEmail: text().notNull(),
    /** whether the sender had verified that address when they wrote the letter; null in letters of earlier versions */
    senderVerified: boolean(),
    emailMessage: text().notNull(),
    template: text().notNull(),
    /** the line over the letter: null for the template's own, empty for none */
    heading: text(),
    /** whether its mail begins with an addressed envelope */
    envelope: boolean().notNull().default(false),
    /** the sender's time zone (IANA name) when they wrote it, in which its times become days; null for UTC */
    timeZone: text(),
    /** BCP 47: of its mail's own words, of its page and of what its recipient gets besides */
    language: text().$type<Language>().notNull().default('en'),
    /** `shared/letter-status.ts` */
    status: text().notNull().default('created'),
    /** why it waits or failed, in English; of earlier versions without what it is worded from */
    statusReason: text(),
    statusSaid: jsonb().$type<Said>(),
    messageId: text().notNull(),
    /** token in the envelope sender, for bounces */
    envelopeToken: text().notNull(),
    /** delivery attempts begun; also the fencing token: an attempt may only finish under its own number */
    attempts: integer().notNull().default(0),
    /** renewed by the running attempt; after this time its worker counts as dead */
    leaseUntil: time(),
    /** no attempt begins before this */
    nextAttemptAt: now(),
    /** times it was charged; a retry after its credit was returned is charged again */
    charges: integer().notNull().default(0),
    /** the draft it was written as (`letter` of its content): of the letters of one draft only one is ever charged; null without */
    draftId: text(),
    /** the letters that were sent as one, each to a person of their own; of these only one has the draft's id. Null for one alone */
    batchId: uuid(),
    /** token of the letter's own page, `/l/<token>`, that the sender may pass on: it only reads; null before there was one */
    webToken: text(),
    /**
     * token of the same page in the recipient's mail alone: it also answers, stops and allows; null in letters that were
     * queued before there was one, whose mail has the web token
     */
    mailedToken: text(),
    /** set when the sender closed that page */
    webRevokedAt: time(),
    createdAt: now(),
    /** since when it is sealed, scheduled or held */
    waitingSince: time(),
    /** the chosen time of its arrival by the clocks of `arriveZone`, '2026-12-24T08:00'; null for at once */
    arriveLocal: text(),
    /** the recipient's time zone, an IANA name; its days are then those of the letter as well */
    arriveZone: text(),
    /** that moment, by the time zone data of the day it was computed */
    arriveAt: time(),
    queuedAt: time(),
    sentAt: time(),
  },
  (t) => [
    index('letters_user').on(t.userId, t.createdAt, t.id),
    index('letters_conversation').on(t.conversationId),
    index('letters_by_address').on(t.userId, sql`lower(${t.recipientEmail})`, t.createdAt, t.id),
    uniqueIndex('letters_message_id').on(t.messageId),
    uniqueIndex('letters_envelope_token').on(t.envelopeToken),
    uniqueIndex('letters_web_token').on(t.webToken),
    uniqueIndex('letters_mailed_token').on(t.mailedToken),
    uniqueIndex('letters_left_of_draft').on(t.userId, t.draftId).where(sql`charges > 0`),
    index('letters_batch').on(t.batchId).where(sql`batch_id is not null`),
    index('letters_unfinished').on(t.status).where(sql`status in ('queued', 'sending')`),
    index('letters_waiting').on(t.userId, t.waitingSince).where(sql`status in ('sealed', 'held')`),
    index('letters_scheduled').on(t.arriveAt).where(sql`status = 'scheduled'`),
    check(
      'letters_arrival_whole',
      sql`num_nulls(${t.arriveLocal}, ${t.arriveZone}, ${t.arriveAt}) in (0, 3)`,
    ),
    check('letters_scheduled_arrival', sql`${t.status} <> 'scheduled' or ${t.arriveAt} is not null`),
  ],
);

export const letterPhotos = pgTable(
  'letter_photos',
  {
    letterId: bigint({ mode: 'number' })
      .notNull()
      .references(() => letters.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    photoId: uuid()
      .notNull()
      .references(() => photos.id),
    alt: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.letterId, t.position] }), index('letter_photos_photo').on(t.photoId)],
);

/** Why the credit of a letter went back. */
export type LetterReturn = 'taken back' | 'undelivered' | 'not sent';

/** Returned charges of letters, as the ledger explains them: here and not there, since a name must be erasable. Outlives the letter. */
export const letterReturns = pgTable(
  'letter_returns',
  {
    /** of the ledger entries of the charge and of its return */
    reference: text().primaryKey(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id),
    cause: text().$type<LetterReturn>().notNull(),
    /** empty where the letter was deleted because it may be a stranger's */
    recipientName: text().notNull(),
  },
  (t) => [index('letter_returns_user').on(t.userId)],
);

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
