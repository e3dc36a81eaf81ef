import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Which statuses of a letter who may see, in one place for every query: a status that is named nowhere here, such as one
 * that is added later, shows a letter to its sender alone.
 */

/** The letter is on its way to its recipient, or arrived. */
const POSTED = ['queued', 'sending', 'sent'];

/** A mail that failed or came back may have been read all the same: by a forwarded copy, say. */
const VISIBLE_TO_RECIPIENT = [...POSTED, 'failed', 'bounced'];

export const isPosted = (status: string): boolean => POSTED.includes(status);

export const isVisibleToRecipient = (status: string): boolean => VISIBLE_TO_RECIPIENT.includes(status);

const oneOf = (status: SQLWrapper, statuses: string[]): SQL =>
  sql`${status} in (${sql.raw(statuses.map((known) => `'${known}'`).join(', '))})`;

/** Condition on a letter's status: it counts as sent. */
export const posted = (status: SQLWrapper): SQL => oneOf(status, POSTED);

/**
 * Condition on a letter's status: its recipient may see the letter, its photos and its conversation, in the app and by
 * the links in its mail. Whether somebody is the recipient, the caller asks.
 */
export const visibleToRecipient = (status: SQLWrapper): SQL => oneOf(status, VISIBLE_TO_RECIPIENT);

/** Condition on a letter's status: its sender has sent it, so that it is listed and counted among theirs. */
export const listedForSender = (status: SQLWrapper): SQL => sql`${status} <> 'created'`;
