import { type SQL, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '../../../shared/languages.ts';
import { id, now, numberOf, time } from '../../core/db/columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    /** of the account at the sign-in service; `firebaseUid` in the specification and on the wire; `deleted-<id>` once erased */
    accountUid: text().notNull(),
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
    uniqueIndex('users_account_uid').on(t.accountUid),
    index('users_email').on(sql`lower(${t.email})`),
    check('users_credits_not_negative', sql`${t.credits} >= 0`),
  ],
);

export const ofUser = () => numberOf().references(() => users.id);

/** Null without a product record. The one place that turns one into the other. */
export const userIdOf = (accountUid: string): SQL =>
  sql`(select id from users where account_uid = ${accountUid})`;

/** The account was deleted, and the row stays for the books. */
export const isErased = sql<boolean>`${users.accountUid} = 'deleted-' || ${users.id}`;

/** Holds for the address too, so that a new account does not end it. */
export const senderPauses = pgTable(
  'sender_pauses',
  {
    id: id(),
    userId: ofUser(),
    /** keyed hash of the sender's canonical address */
    senderHash: text().notNull(),
    cause: text().$type<'reports' | 'operator'>().notNull(),
    pausedAt: now(),
    askedAt: time(),
    releasedAt: time(),
  },
  (t) => [
    index('sender_pauses_user').on(t.userId).where(sql`released_at is null`),
    uniqueIndex('sender_pauses_hash').on(t.senderHash).where(sql`released_at is null`),
  ],
);
