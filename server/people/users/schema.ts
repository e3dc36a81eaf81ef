import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '../../../shared/languages.ts';
import { id, now, time } from '../../core/db/columns.ts';

/** Product record of a signed-in identity. */
export const users = pgTable(
  'users',
  {
    id: id(),
    firebaseUid: text().notNull(),
    email: text().notNull(),
    displayName: text(),
    emailVerified: boolean().notNull().default(false),
    /** IANA name, from the browser that they last used; null before one told it */
    timeZone: text(),
    /** as the person chose it; null for the browser's */
    language: text().$type<Language>(),
    /** of the browser that they last used, for mails while none is chosen; null before one told it */
    browserLanguage: text().$type<Language>(),
    /** in which mails came before it was changed, and when that was; a warning comes in it too for a while */
    languageBefore: text().$type<Language>(),
    languageChangedAt: time(),
    /** balance; always the sum of the user's ledger entries */
    credits: integer().notNull().default(0),
    createdAt: now(),
  },
  (t) => [
    uniqueIndex('users_firebase_uid').on(t.firebaseUid),
    index('users_email').on(sql`lower(${t.email})`),
    check('users_credits_not_negative', sql`${t.credits} >= 0`),
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
