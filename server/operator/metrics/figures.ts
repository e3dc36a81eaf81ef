import { type SQL, sql } from 'drizzle-orm';
import { STATUS } from '../../../shared/letter-status.ts';
import type { Executor } from '../../core/db/database.ts';
import { listedForSender, statusIn, statusIs } from '../../core/db/status-in.ts';
import { writeFleetState } from '../../core/fleet-state.ts';
import { verifyLedger } from '../../money/payments/verify-ledger.ts';
import { countOrphans } from '../sweep-orphans.ts';

export interface Count {
  kind: string;
  count: number;
}

export interface Done {
  place: 'folder' | 'bucket';
  /** milliseconds of the epoch */
  at: number;
}

interface Figures {
  letters: Count[];
  replies: Count[];
  relays: Count[];
  inbound: Count[];
  photos: { stored: number; lastHour: number; bytes: number };
  users: number;
  refundsWaiting: number;
  reportsOpen: number;
  orphans: { waiting: number; overdue: number };
  /** absent in what an older version counted */
  backups?: Done[];
  verified?: Done[];
  /** without those under way */
  lastDay: { sent: number; notArrived: number };
}

const GIVEN_UP_MS = 30 * 24 * 3_600_000;
const FIGURES = 'figures';
const LEDGER = 'ledger';

/** Scans whole tables, seconds with millions of letters. */
export async function recordFigures(db: Executor): Promise<void> {
  await writeFleetState(db, FIGURES, await countFigures(db));
}

export async function recordLedger(db: Executor): Promise<void> {
  await writeFleetState(db, LEDGER, (await verifyLedger(db)).length);
}

/** `age`: seconds since the figures were counted. */
export async function readRecorded(db: Executor) {
  const { rows } = await db.execute<{
    figures: Figures | null;
    age: number | null;
    ledger: number | null;
  }>(sql`
    select figures.value as figures, extract(epoch from now() - figures.at)::float8 as age, ledger.value as ledger
    from (select 1) as one
      left join fleet_state figures on figures.name = ${FIGURES} left join fleet_state ledger on ledger.name = ${LEDGER}`);
  const [row] = rows;
  return { figures: row?.figures ?? null, age: row?.age ?? 0, ledgerFaults: row?.ledger ?? null };
}

async function countFigures(db: Executor): Promise<Figures> {
  const counts = async (kinds: SQL) => {
    const counted = sql`select kind, count(*)::float8 as count from (${kinds}) as one(kind) group by kind order by kind`;
    return (await db.execute<Count & Record<string, unknown>>(counted)).rows;
  };
  type Totals = Pick<Figures, 'photos' | 'users' | 'refundsWaiting' | 'reportsOpen' | 'lastDay'>;
  const { rows } = await db.execute<Totals & Record<string, unknown>>(sql`
    select
      (select json_build_object('stored', count(*),
         'lastHour', count(*) filter (where created_at > now() - interval '1 hour'),
         'bytes', coalesce(sum(display_bytes::bigint + mail_bytes + thumbnail_bytes), 0)) from photos) as photos,
      (select count(*) from users)::float8 as users,
      (select count(*) from bounce_refunds where state = 'waiting')::float8 as "refundsWaiting",
      (select count(*) from letter_reports where closed_at is null)::float8 as "reportsOpen",
      (select json_build_object('sent', count(*) filter (where ${statusIs(STATUS.sent, sql`status`)}),
         'notArrived', count(*) filter (where ${statusIn('notArrived', sql`status`)}))
       from letters where queued_at > now() - interval '1 day') as "lastDay"`);
  const [totals] = rows;
  if (!totals) throw new Error('Nothing was counted');
  return {
    ...totals,
    letters: await counts(sql`select status from letters where ${listedForSender(sql`status`)}`),
    replies: await counts(sql`select origin from replies`),
    relays: await counts(sql`select relay_status from replies`),
    inbound: await counts(sql`select coalesce(outcome, 'unread') from inbound_messages`),
    orphans: await countOrphans(db),
    backups: await lastDone(db, 'backup'),
    verified: await lastDone(db, 'backup verify'),
  };
}

/** Leaves out a place that had nothing for 30 days, unless it is the newest. */
async function lastDone(db: Executor, action: string): Promise<Done[]> {
  const { rows } = await db.execute<{ place: Done['place']; at: number }>(sql`
    select coalesce(details->>'place', 'folder') as place, (extract(epoch from max(at)) * 1000)::float8 as at
    from audit_entries where action = ${action} and outcome = 'done' group by 1 order by 2 desc`);
  return rows.filter(({ at }, index) => index === 0 || at > Date.now() - GIVEN_UP_MS);
}

/** Seconds, 0 for none; without what a paused sender has under way. */
export async function oldestLetter(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ age: number }>(sql`
    select extract(epoch from now() - least(now(),
      (select min(least(l.next_attempt_at, l.queued_at)) from letters l where ${statusIn('inQueue', sql`l.status`)}
         and not exists (select from sender_pauses p where p.user_id = l.user_id and p.released_at is null)),
      (select min(created_at) from replies where relay_status = 'queued' and side = 'recipient'),
      (select min(arrive_at) from letters
       where ${statusIs(STATUS.scheduled, sql`status`)} and arrive_at <= now() and next_attempt_at <= now())))::float8 as age`);
  return rows[0]?.age ?? 0;
}

export interface QueueState {
  name: string;
  due: number;
  later: number;
  active: number;
  failed: number;
  setAside: number;
  /** seconds since the oldest was due */
  age: number;
}

/** The age is computed from `keep_until`, as a retry moves `start_after`. */
export async function readQueue(db: Executor): Promise<QueueState[]> {
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    select q.name,
      count(*) filter (where j.state < 'active' and j.start_after <= now())::int as due,
      count(*) filter (where j.state < 'active' and j.start_after > now())::int as later,
      count(*) filter (where j.state = 'active')::int as active,
      count(*) filter (where j.state = 'failed')::int as failed,
      (select count(*)::int from set_aside_jobs s where s.name = q.name) as "setAside",
      extract(epoch from now() - least(now(),
        min(j.keep_until - make_interval(secs => q.retention_seconds)) filter (where j.state < 'active')))::float8 as age
    from jobs.queue q left join jobs.job j on j.name = q.name and j.state <> 'completed'
    where q.name not like '\\_\\_%' group by q.name order by q.name`);
  return rows;
}

export const askDatabase = (db: Executor) => db.execute(sql`select 1`);
