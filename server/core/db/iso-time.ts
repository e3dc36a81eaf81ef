import { type SQL, sql } from 'drizzle-orm';

/** As PostgreSQL prints a timestamp by itself, it depends on session settings. */
export const isoTime = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
