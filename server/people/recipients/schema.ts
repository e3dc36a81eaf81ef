import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Language } from '../../../shared/languages.ts';
import type { Said } from '../../../shared/words.ts';
import { id, now, numberOf, time } from '../../core/db/columns.ts';
import { ofUser, users } from '../users/schema.ts';

export const recipients = pgTable(
  'recipients',
  {
    id: id(),
    ownerUid: text().notNull(),
    name: text().notNull(),
    /** how their owner calls them; null for by their name */
    greetingName: text(),
    email: text().notNull(),
    /** IANA name, as their owner says or as chosen for the last letter that was to arrive on a day; null where not known */
    timeZone: text(),
    /** BCP 47: of the letters to them, as their owner says or as chosen for the last one; null where not known */
    language: text().$type<Language>(),
    createdAt: now(),
    lastUsedAt: now(),
  },
  (t) => [
    uniqueIndex('recipients_owner_email').on(t.ownerUid, sql`lower(${t.email})`),
    index('recipients_owner_used').on(t.ownerUid, t.lastUsedAt),
  ],
);

export const recipientGroups = pgTable(
  'recipient_groups',
  {
    id: id(),
    ownerUid: text().notNull(),
    name: text().notNull(),
    createdAt: now(),
  },
  (t) => [uniqueIndex('recipient_groups_owner_name').on(t.ownerUid, sql`lower(${t.name})`)],
);

/** Both of one owner. */
export const recipientGroupMembers = pgTable(
  'recipient_group_members',
  {
    groupId: numberOf().references(() => recipientGroups.id, { onDelete: 'cascade' }),
    recipientId: numberOf().references(() => recipients.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.recipientId] }),
    index('recipient_group_members_recipient').on(t.recipientId),
  ],
);

/** No letter can be created to one until the sender lifts it. */
export const suppressions = pgTable(
  'suppressions',
  {
    userId: ofUser(),
    /** lower-cased */
    email: text().notNull(),
    /** in English; of earlier versions without what it is worded from */
    reason: text().notNull(),
    reasonSaid: jsonb().$type<Said>(),
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.email] }), index('suppressions_email').on(t.email)],
);

/** No longer written or read; dropped in a later release. */
export const blocks = pgTable(
  'blocks',
  {
    userId: ofUser(),
    /** the recipient's, lower-cased */
    email: text().notNull(),
    createdAt: now(),
    copiedAt: time(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.email] })],
);

/** These rows outlive the account and the letter that they came from, and have addresses by keyed hash alone. */

/** Only the recipient can lift it. */
export const addressBlocks = pgTable(
  'address_blocks',
  {
    recipientHash: text().notNull(),
    /** 'anybody' when the recipient takes letters from nobody */
    senderHash: text().notNull(),
    /** the sender's account while it exists, so that another address of it is refused too */
    userId: bigint({ mode: 'number' }).references(() => users.id),
    createdAt: now(),
  },
  (t) => [
    primaryKey({ columns: [t.recipientHash, t.senderHash] }),
    index('address_blocks_user').on(t.userId),
  ],
);

/** Links to the stop page in mails whose letter is erased, or has a new token since. */
export const stopLinks = pgTable('stop_links', {
  /** SHA-256 of the token */
  tokenHash: text().primaryKey(),
  recipientHash: text().notNull(),
  /** the sender's addresses, of then and of the end */
  senderHashes: text().array().notNull(),
  /** whether the token was in the recipient's mail alone; if not, it can stop letters and not allow them again */
  mayAllow: boolean().notNull(),
  /** BCP 47, of the letter */
  language: text().$type<Language>().notNull().default('en'),
  giftId: uuid(),
  createdAt: now(),
});
