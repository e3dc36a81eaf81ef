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
import type { TemplateId } from '../../shared/templates.ts';
import type { Said } from '../../shared/words.ts';
import { id, now, numberOf, signingName, time, uuidOf } from '../core/db/columns.ts';
import { ofUser, users } from '../people/users/schema.ts';
import { photos } from './photos/schema.ts';

/** The tokens are the local parts of Reply-To addresses. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    userId: ofUser(),
    recipientEmail: text().notNull(),
    /** who had proved the address when the letter came and has left it since; null for whoever has it */
    recipientId: bigint({ mode: 'number' }).references(() => users.id),
    recipientToken: text().notNull(),
    /** how often its letter went on to another address; none that an earlier version corrected */
    corrections: integer().notNull().default(0),
    senderToken: text().notNull(),
    createdAt: now(),
    lastMessageAt: now(),
    senderMutedAt: time(),
    recipientMutedAt: time(),
    /** may have answers that the letter's sender has not read */
    unread: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('conversations_recipient_token').on(t.recipientToken),
    uniqueIndex('conversations_sender_token').on(t.senderToken),
    index('conversations_user').on(t.userId, t.lastMessageAt),
    index('conversations_recipient').on(sql`lower(${t.recipientEmail})`),
    index('conversations_recipient_id').on(t.recipientId).where(sql`recipient_id is not null`),
    index('conversations_unread').on(t.userId).where(sql`unread`),
  ],
);

export const letters = pgTable(
  'letters',
  {
    id: id(),
    userId: ofUser(),
    conversationId: uuidOf().references(() => conversations.id),
    recipientName: text().notNull(),
    greetingName: text(),
    recipientEmail: text().notNull(),
    senderName: signingName().notNull(),
    senderEmail: text().notNull(),
    /** when they wrote the letter; null in earlier versions */
    senderVerified: boolean(),
    emailMessage: text().notNull(),
    template: text().$type<TemplateId>().notNull(),
    heading: text(),
    /** what it is found by (`folded.ts`); null in earlier versions, until the schedule has come to it */
    folded: text(),
    envelope: boolean().notNull().default(false),
    /** IANA, in which its times become days; null for UTC */
    timeZone: text(),
    /** BCP 47, of its mail and page */
    language: text().$type<Language>().notNull().default('en'),
    /** `shared/letter-status.ts` */
    status: text().notNull().default('created'),
    /** in English, for earlier versions without what it is worded from */
    statusReason: text(),
    statusSaid: jsonb().$type<Said>(),
    messageId: text().notNull(),
    envelopeToken: text().notNull(),
    /** also the fencing token: an attempt may only finish under its own number */
    attempts: integer().notNull().default(0),
    /** renewed by the attempt; afterwards its worker counts as dead */
    leaseUntil: time(),
    nextAttemptAt: now(),
    charges: integer().notNull().default(0),
    /** of the letters of one draft only one is ever charged */
    draftId: text(),
    /** sent as one; only one of them has the draft's id */
    batchId: uuid(),
    /** of the page `/l/<token>`: only reads */
    webToken: text(),
    /** in the mail alone: also answers, stops and allows; null in older letters, whose mail has the web token */
    mailedToken: text(),
    webRevokedAt: time(),
    createdAt: now(),
    waitingSince: time(),
    /** by the clocks of `arriveZone`, '2026-12-24T08:00' */
    arriveLocal: text(),
    /** IANA; its days are then those of the letter */
    arriveZone: text(),
    /** by the time zone data of the day it was computed */
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
    index('letters_unfolded').on(t.id).where(sql`folded is null`),
    index('letters_batch').on(t.batchId).where(sql`batch_id is not null`),
    index('letters_unfinished').on(t.status).where(sql`status in ('queued', 'sending')`),
    index('letters_under_way')
      .on(t.userId, t.waitingSince)
      .where(sql`status in ('sealed', 'scheduled', 'held', 'queued', 'sending')`),
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
    letterId: numberOf().references(() => letters.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    photoId: uuidOf().references(() => photos.id),
    alt: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.letterId, t.position] }), index('letter_photos_photo').on(t.photoId)],
);

export type LetterReturn = 'taken back' | 'undelivered' | 'not sent';

/** Here and not in the ledger, since a name must be erasable. Outlives the letter. */
export const letterReturns = pgTable(
  'letter_returns',
  {
    /** of the ledger entries */
    reference: text().primaryKey(),
    userId: ofUser(),
    cause: text().$type<LetterReturn>().notNull(),
    recipientName: text().notNull(),
  },
  (t) => [index('letter_returns_user').on(t.userId)],
);

export const bounceRefunds = pgTable(
  'bounce_refunds',
  {
    letterId: numberOf().references(() => letters.id, { onDelete: 'cascade' }),
    charge: integer().notNull(),
    userId: ofUser(),
    /** `waiting` for the operator */
    state: text().$type<'returned' | 'waiting' | 'given' | 'refused'>().notNull(),
    /** the report proved too little, or the sender had too many returned */
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

/** Outlives letter and account, as hashes of addresses: a new account begins with them. */
export const letterReports = pgTable(
  'letter_reports',
  {
    id: id(),
    letterId: bigint({ mode: 'number' }).references(() => letters.id, { onDelete: 'set null' }),
    /** one of the three: in place of a letter a gift, or the letter whose answers were reported */
    giftId: uuid(),
    answersTo: bigint({ mode: 'number' }),
    /** keyed hashes of canonical addresses: who caused the mail, and who had it */
    senderHash: text().notNull(),
    recipientHash: text().notNull(),
    origin: text().$type<'page' | 'thread' | 'feedback'>().notNull(),
    reason: text().$type<'unwanted' | 'fraud' | 'abuse'>().notNull(),
    source: text(),
    /** the reporter's own, until the report is closed or their account erased */
    words: text(),
    createdAt: now(),
    closedAt: time(),
  },
  (t) => [
    uniqueIndex('letter_reports_letter').on(t.letterId),
    index('letter_reports_sender').on(t.senderHash, t.createdAt),
    index('letter_reports_open').on(t.createdAt).where(sql`closed_at is null`),
  ],
);
