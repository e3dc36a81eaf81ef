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

/** Literals, so that the planner finds the partial indexes. The caller checks who is the recipient. */
export const statusIn = (group: LetterGroup, column: SQLWrapper): SQL => oneOf(column, statusesIn(group));

export const statusIs = (status: LetterStatus, column: SQLWrapper): SQL => oneOf(column, [status]);

/** True for a letter whose status may be followed by `status`. */
export const mayBecome = (status: LetterStatus, column: SQLWrapper): SQL =>
  oneOf(column, statusesBefore(status));

/** The sender has sent the letter, so that it is listed and counted among theirs. */
export const listedForSender = (column: SQLWrapper): SQL =>
  sql`${column} <> ${sql.raw(`'${STATUS.created}'`)}`;
