import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, now, numberOf, time } from '../../core/db/columns.ts';
import { recipients } from '../recipients/schema.ts';

export const occasions = pgTable(
  'occasions',
  {
    id: id(),
    ownerUid: text().notNull(),
    recipientId: numberOf().references(() => recipients.id, { onDelete: 'cascade' }),
    kind: text().$type<'birthday' | 'day'>().notNull(),
    /** what the day is, for a `day`; empty for a birthday */
    label: text().notNull().default(''),
    month: integer().notNull(),
    day: integer().notNull(),
    /** of birth, or of the first; null when not known */
    year: integer(),
    /** how many days before the mail comes; null for none */
    remindDays: integer().default(7),
    createdAt: now(),
  },
  (t) => [
    index('occasions_owner').on(t.ownerUid, t.recipientId),
    index('occasions_recipient').on(t.recipientId),
    index('occasions_day').on(t.month, t.day),
    uniqueIndex('occasions_birthday').on(t.recipientId).where(sql`kind = 'birthday'`),
    check('occasions_date', sql`${t.month} between 1 and 12 and ${t.day} between 1 and 31`),
  ],
);

/** One row for each time that an occasion comes. */
export const reminders = pgTable(
  'reminders',
  {
    occasionId: numberOf().references(() => occasions.id, { onDelete: 'cascade' }),
    year: integer().notNull(),
    sentAt: now(),
  },
  (t) => [primaryKey({ columns: [t.occasionId, t.year] })],
);

/** Without a row, the defaults. */
export const reminderSettings = pgTable(
  'reminder_settings',
  {
    ownerUid: text().primaryKey(),
    days: boolean().notNull().default(true),
    /** the sentence about somebody to whom they have not written for six weeks */
    silence: boolean().notNull().default(false),
    stopToken: text().notNull(),
    /** null while there is no calendar */
    feedToken: text(),
    /** the last day on which a mail was sent, by the person's own time zone: one mail a day */
    lastMailOn: date({ mode: 'string' }),
    silenceMentionedAt: time(),
  },
  (t) => [
    uniqueIndex('reminder_settings_stop').on(t.stopToken),
    uniqueIndex('reminder_settings_feed').on(t.feedToken),
  ],
);
