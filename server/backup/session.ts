import type pg from 'pg';
import type { OpenDatabase } from '../db/database.ts';

/** One connection that reads or writes for a backup. */
export type Session = pg.PoolClient;

/**
 * Lends one connection of the pool, set so that values are written the same by every server.
 * @param snapshot read only, and as of one moment (PostgreSQL 13.2.2, repeatable read)
 */
export async function withSession<Result>(
  { pool }: Pick<OpenDatabase, 'pool'>,
  { snapshot }: { snapshot: boolean },
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await pool.connect();
  // The connection may break while nobody asks it anything; the next question says so.
  const notice = () => undefined;
  session.on('error', notice);
  try {
    await session.query(`set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1`);
    if (snapshot) await session.query('begin isolation level repeatable read, read only');
    return await work(session);
  } finally {
    session.off('error', notice);
    // Its settings are not for others.
    session.release(true);
  }
}
