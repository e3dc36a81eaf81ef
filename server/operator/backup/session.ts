import type pg from 'pg';
import type { OpenDatabase } from '../../core/db/database.ts';
import { OperatorError } from '../command.ts';

const BACKUP_LOCK = 730_540;

export type Session = pg.PoolClient;

/** Its settings make every server format values alike. @param snapshot read-only and as of one moment (PostgreSQL 13.2.2) */
export async function withSession<Result>(
  { pool }: Pick<OpenDatabase, 'pool'>,
  { snapshot }: { snapshot: boolean },
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await pool.connect();
  try {
    await session.query(`set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1`);
    if (snapshot) await session.query('begin isolation level repeatable read, read only');
    return await work(session);
  } finally {
    // Destroyed, because its settings differ from the pool's.
    session.release(true);
  }
}

/** One backup of a database, or into it, at a time. @throws {OperatorError} when another runs */
export function withBackupLock<Result>(
  database: Pick<OpenDatabase, 'pool'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return withSession(database, { snapshot: false }, async (session) => {
    const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      BACKUP_LOCK,
    ]);
    if (!rows[0]?.locked)
      throw new OperatorError('Another backup or restore is under way. Try again when it is done.');
    // The lock is released with the connection.
    return work();
  });
}
