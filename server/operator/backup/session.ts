import type pg from 'pg';
import type { OpenDatabase } from '../../platform/db/database.ts';
import { OperatorError } from '../operator-error.ts';

/** Arbitrary, and nobody else's. */
const BACKUP_LOCK = 730_540;

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

/**
 * Works while no other backup of this database does.
 * @throws {OperatorError} when one is under way
 */
export function withBackupLock<Result>(
  database: Pick<OpenDatabase, 'pool'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return withSession(database, { snapshot: false }, async (session) => {
    const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      BACKUP_LOCK,
    ]);
    if (!rows[0]?.mine) throw new OperatorError('Another backup is under way. Try again when it is done.');
    // The lock goes with the connection.
    return work();
  });
}
