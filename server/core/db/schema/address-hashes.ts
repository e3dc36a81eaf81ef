import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Language } from '../../../../shared/languages.ts';
import { now } from './columns.ts';
import { users } from './users.ts';

/**
 * What is remembered of addresses by their keyed hash alone (`core/address-hash.ts`). These rows outlive the account
 * and the letter that they came from.
 */

/** One row: a value by which the key that made the hashes of this database is recognised. */
export const addressHashCheck = pgTable(
  'address_hash_check',
  {
    id: integer().primaryKey().default(1),
    value: text().notNull(),
    createdAt: now(),
  },
  (t) => [check('address_hash_check_one_row', sql`${t.id} = 1`)],
);

/** Senders whose letters a recipient refuses; only the recipient can lift it. */
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
  createdAt: now(),
});
