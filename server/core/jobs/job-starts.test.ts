import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createEmptyDatabase } from '../../../test/support/test-database.ts';
import { JobStarts } from './job-starts.ts';

it('the end of the last job is recorded once the database is back, though no other job begins', async () => {
  const { pool, close } = await createEmptyDatabase();
  await pool.query(`create table job_starts (id bigint generated always as identity, name text, subject text,
    started_at timestamptz default now())`);
  const logged: string[] = [];
  const starts = new JobStarts(pool, pino({}, { write: (line: string) => logged.push(line) }));
  const start = await starts.begin('send-letter', '1', false);
  if (!start) throw new Error('Nothing was recorded.');
  await pool.query('alter table job_starts rename to away');
  starts.end(start);
  await vi.waitFor(() => expect(logged.join()).toContain('could not be recorded'), 60_000);
  await pool.query('alter table away rename to job_starts');
  await vi.waitFor(
    async () => expect((await pool.query('select from job_starts')).rows).toHaveLength(0),
    10_000,
  );
  await starts.close();
  await close();
});
