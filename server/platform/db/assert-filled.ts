import type { Executor } from './database.ts';

/**
 * A database that is being filled carries this table in a schema of its own, which names what fills it and what
 * has come in whole. It is dropped at the end; as long as it is there the product doesn't start on it.
 */
export const FILL_PROGRESS_TABLE = 'filling.progress';

/** @throws Error for a database that a restore or a move has not filled to its end */
export async function assertFilled(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ half: boolean }>(
    `select to_regclass('${FILL_PROGRESS_TABLE}') is not null as half`,
  );
  if (rows[0]?.half)
    throw new Error(
      'This database is only half filled: the restore or move into it was cut off. Run the same command again.',
    );
}
