import { eq, sql } from 'drizzle-orm';
import { isIn } from '../../../shared/letter-status.ts';
import { dropRelay } from '../../answers/relay-reply.ts';
import type { Transaction } from '../../core/db/database.ts';
import {
  deleteSetAside,
  findSetAside,
  requeueAllSetAside,
  requeueSetAside,
  type SetAsideJob,
} from '../../core/jobs/set-aside-jobs.ts';
import { setAsideJobs } from '../../core/schema.ts';
import type { Services } from '../../core/services.ts';
import { endDeadAttempt } from '../../letters/deliver/deliver-letter.ts';
import { letters } from '../../letters/schema.ts';
import { discardMessage } from '../../mail/in/process-message.ts';
import { type Command, LISTED, OperatorError, printRows, type Subject } from '../command.ts';
import { cancel as cancelLetter } from './letter-commands.ts';

const ABOUT: Record<string, string> = {
  'send-letter': 'letter',
  'relay-reply': 'reply',
  'read-inbound-message': 'message',
  'reread-inbound-message': 'message',
};

async function list({ db }: Services): Promise<void> {
  const aside = await db.select().from(setAsideJobs).orderBy(setAsideJobs.setAsideAt).limit(LISTED);
  printRows(
    aside.map(({ id, name, deaths, setAsideAt, subject }) => [
      id,
      name,
      'set aside',
      `${deaths} deaths`,
      setAsideAt.toISOString(),
      ABOUT[name] ? `${ABOUT[name]} ${subject}` : '',
    ]),
  );
  // A job's data may be a whole mail.
  const { rows } = await db.execute<Record<'id' | 'name' | 'state' | 'about' | 'tries' | 'due', string>>(sql`
    select id::text, name, state::text, retry_count || ' of ' || retry_limit as tries,
      coalesce('letter ' || (data->>'letterId'), 'reply ' || (data->>'replyId'),
        'message ' || (data->>'inboundMessageId'), '') as about,
      to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as due
    from jobs.job where state in ('created', 'retry', 'active', 'failed')
    order by state = 'failed', start_after limit ${LISTED}`);
  printRows(rows.map((row) => [row.id, row.name, row.state, row.tries, row.due, row.about]));
  if (rows.length + aside.length === 0) console.log('Nothing waits.');
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const ALL_SET_ASIDE = 'set-aside';

async function retry(services: Services, [id = '']: string[]): Promise<void> {
  const { db } = services;
  if (id === ALL_SET_ASIDE)
    return console.log(`${await requeueAllSetAside(db, services.queue)} jobs are put back.`);
  if (!isId(id)) throw new OperatorError('queue retry wants the id of a job, as `queue` lists it.');
  const aside = await requeueSetAside(db, services.queue, id);
  if (aside) return console.log(`The ${aside.name} job is put back.`);
  const { rows } = await db.execute<{ name: string }>(sql`
    update jobs.job set
      state = case when state = 'failed' then 'retry'::jobs.job_state else state end,
      retry_limit = case when state = 'failed' then retry_limit + 1 else retry_limit end,
      completed_on = null, start_after = now()
    where id = ${id}::uuid and state in ('created', 'retry', 'failed') returning name`);
  const [job] = rows;
  if (!job) throw new OperatorError(`No job ${id} waits or failed.`);
  console.log(`The ${job.name} job is due now.`);
}

/** A letter's sender is notified. */
async function discard(services: Services, [id = '']: string[]): Promise<void> {
  if (!isId(id)) throw new OperatorError('queue discard wants the id of a job, as `queue` lists it.');
  const { db } = services;
  const aside = await findSetAside(db, id);
  if (aside?.name === 'send-letter') await discardLetter(services, aside);
  const name = await db.transaction(async (tx) => {
    const job = aside ?? (await takeUnread(tx, id));
    if (!job) throw new OperatorError(`No job ${id} is set aside, or of a message that waits.`);
    if (job.name === 'relay-reply') await dropRelay(tx, Number(job.subject));
    if (ABOUT[job.name] === 'message') await discardMessage(tx, job.subject);
    await deleteSetAside(tx, id);
    return job.name;
  });
  console.log(`The ${name} job will not be done.`);
}

/** Deletes the job of a message that is to be read; one that can never be read would be tried for two weeks. */
async function takeUnread(tx: Transaction, id: string) {
  const { rows } = await tx.execute<{ name: string; subject: string }>(sql`
    delete from jobs.job
    where id = ${id}::uuid and state in ('created', 'retry', 'failed') and data ? 'inboundMessageId'
    returning name, data->>'inboundMessageId' as subject`);
  return rows[0];
}

async function discardLetter(services: Services, { subject }: SetAsideJob): Promise<void> {
  const letterId = Number(subject);
  await endDeadAttempt(services.db, letterId);
  const [letter] = await services.db.select().from(letters).where(eq(letters.id, letterId));
  if (letter && isIn('inQueue', letter.status)) await cancelLetter(services, [subject]);
}

const jobSubject: Subject = (_, [id = '']) => `job ${id.slice(0, 36)}`;

export const queueCommands: Record<string, Command> = {
  queue: { what: 'jobs that are set aside, wait, are under way or failed for good', run: list },
  'queue retry': {
    args: `<job> | ${ALL_SET_ASIDE}`,
    what: 'do a job now; put back one that was set aside, or all of them',
    run: retry,
    subject: jobSubject,
  },
  'queue discard': {
    args: '<job>',
    what: 'leave undone for good what was set aside, or a message that waits; a letter fails, and its credit goes back',
    run: discard,
    subject: jobSubject,
  },
};
