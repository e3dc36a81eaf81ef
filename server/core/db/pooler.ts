import type pg from 'pg';

/** At the start a pooler sends a process number of its own, PostgreSQL that of the process that answers (54.7). */
export async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid !== Reflect.get(client, 'processID');
  } finally {
    client.release();
  }
}

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** Names of limits that the role lacks: through a pooler a connection cannot set its own. */
export async function missingLimits(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select name from unnest($1::text[]) name where current_setting(name) = '0'",
    [LIMITS],
  );
  return rows.map(({ name }) => name);
}
