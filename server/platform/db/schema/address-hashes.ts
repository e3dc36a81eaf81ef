import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { now } from './columns.ts';

/**
 * What is remembered of addresses by their keyed hash alone (`addresses/address-hash.ts`). None of these rows refers to
 * an account or a letter: they outlive both.
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
    createdAt: now(),
  },
  (t) => [primaryKey({ columns: [t.recipientHash, t.senderHash] })],
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
  createdAt: now(),
});
