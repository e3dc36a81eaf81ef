import type pg from 'pg';

/** Exists while a restore or a move fills a database, and names what is complete; the product does not start then. */
export const FILL_PROGRESS_TABLE = 'filling.progress';

/** @throws Error for a database whose restore or move is not finished */
export async function assertFilled(pool: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ half_filled: boolean }>(
    `select to_regclass('${FILL_PROGRESS_TABLE}') is not null as half_filled`,
  );
  if (rows[0]?.half_filled)
    throw new Error(
      'This database is only half filled: the restore or move into it was cut off. Run the same command again.',
    );
}
