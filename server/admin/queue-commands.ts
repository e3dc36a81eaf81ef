import { sql } from 'drizzle-orm';
import { readQueue } from '../operate/queue-state.ts';
import type { Services } from '../services.ts';
import { type Command, printRows, Refusal } from './command.ts';

const LISTED = 200;

async function list({ db }: Services): Promise<void> {
  // What a job is told may be a whole mail; only the numbers in it are shown.
  const { rows } = await db.execute<Record<'id' | 'name' | 'state' | 'about' | 'tries' | 'due', string>>(sql`
    select id::text, name, state::text, retry_count || ' of ' || retry_limit as tries,
      coalesce('letter ' || (data->>'letterId'), 'reply ' || (data->>'replyId'),
        'message ' || (data->>'inboundMessageId'), '') as about,
      to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due
    from jobs.job where state in ('created', 'retry', 'active', 'failed')
    order by state = 'failed', start_after limit ${LISTED}`);
  printRows(rows.map((row) => [row.id, row.name, row.state, row.tries, row.due, row.about]));
  if (rows.length === 0) console.log('Nothing waits.');
}

/** One that waits is due now; one that failed for good gets one more attempt. */
async function retry({ db }: Services, [id = '']: string[]): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(id))
    throw new Refusal('queue retry wants the id of a job, as `queue` lists it.');
  const { rows } = await db.execute<{ name: string }>(sql`
    update jobs.job set
      state = case when state = 'failed' then 'retry'::jobs.job_state else state end,
      retry_limit = case when state = 'failed' then retry_limit + 1 else retry_limit end,
      completed_on = null, start_after = now()
    where id = ${id}::uuid and state in ('created', 'retry', 'failed') returning name`);
  const [job] = rows;
  if (!job) throw new Refusal(`No job ${id} waits or failed.`);
  console.log(`The ${job.name} job is due now.`);
}

export const queueCommands: Record<string, Command> = {
  queue: { args: '', what: 'jobs that wait, are under way or failed for good', run: list },
  'queue depth': {
    args: '',
    what: 'how many of each kind are due, wait for later, are under way, failed, and how long the oldest is due',
    run: async ({ db }) => {
      printRows(
        (await readQueue(db)).map((kind) => [
          kind.name,
          `${kind.due} due`,
          `${kind.later} later`,
          `${kind.active} under way`,
          `${kind.failed} failed`,
          `oldest ${Math.round(kind.age)} s`,
        ]),
      );
    },
  },
  'queue retry': {
    args: '<job>',
    what: 'do a job now',
    run: retry,
    subject: (_, [id = '']) => `job ${id.slice(0, 36)}`,
  },
};
