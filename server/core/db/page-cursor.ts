import { z } from 'zod';
import { said } from '../../../shared/words.ts';
import { badInput } from '../errors.ts';

export interface TimeCursor {
  /** ISO 8601, UTC, milliseconds */
  at: string;
  id: string;
}

export const UUID_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const NUMBER_ID = /^\d{1,15}$/;

/** An existing date (not 30 February) that PostgreSQL knows as well (no year 0). */
const moment = z.iso.datetime({ precision: 3 }).refine((at) => at >= '1970');

/** @throws 400 for a cursor that we did not write */
function readTimeCursor(text: string, id: RegExp): TimeCursor {
  const [at = '', found = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  if (!moment.safeParse(at).success || !id.test(found))
    throw badInput(said('That cursor is not one of ours.'));
  return { at, id: found };
}

/** For a query that selected one row more than a page. `nextCursor` is null on the last page. */
export function cutPage<Row>(
  rows: Row[],
  size: number,
  positionOf: (row: Row) => TimeCursor,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
  if (!last) return { page, nextCursor: null };
  const { at, id } = positionOf(last);
  return { page, nextCursor: Buffer.from(`${at} ${id}`).toString('base64url') };
}

export interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Without a limit a page has 50 rows. @throws 400 for a cursor that we did not write */
export const pageAsked = ({ cursor, limit = 50 }: PageQuery, id: RegExp) => ({
  cursor: cursor ? readTimeCursor(cursor, id) : undefined,
  limit,
});

/** @throws 400 for a cursor that we did not write */
export async function readPage<Row>(
  query: PageQuery,
  id: RegExp,
  read: (page: { cursor: TimeCursor | undefined; limit: number }) => Promise<Row[]>,
  positionOf: (row: Row) => TimeCursor,
): Promise<{ page: Row[]; nextCursor: string | null }> {
  const { cursor, limit } = pageAsked(query, id);
  return cutPage(await read({ cursor, limit: limit + 1 }), limit, positionOf);
}
