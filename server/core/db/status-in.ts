import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type LetterGroup,
  type LetterStatus,
  STATUS,
  statusesBefore,
  statusesIn,
} from '../../../shared/letter-status.ts';

const oneOf = (column: SQLWrapper, statuses: readonly LetterStatus[]): SQL =>
  sql`${column} in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})`;

/**
 * Condition on a letter's status, by the groups of `shared/letter-status.ts`. Literals and no parameters, so that the
 * planner finds the partial indexes. Whether somebody is the recipient, the caller asks.
 */
export const statusIn = (group: LetterGroup, column: SQLWrapper): SQL => oneOf(column, statusesIn(group));

export const statusIs = (status: LetterStatus, column: SQLWrapper): SQL => oneOf(column, [status]);

/** Condition on a letter's status: the other may follow it. */
export const mayBecome = (status: LetterStatus, column: SQLWrapper): SQL =>
  oneOf(column, statusesBefore(status));

/** Condition on a letter's status: its sender has sent it, so that it is listed and counted among theirs. */
export const listedForSender = (column: SQLWrapper): SQL =>
  sql`${column} <> ${sql.raw(`'${STATUS.created}'`)}`;
