import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '../../../../shared/languages.ts';
import { id, now, time } from './columns.ts';

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
