import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/db/database.ts';
import { listedForSender } from '../../platform/db/letter-visibility.ts';

/** A count by status, outcome or origin. */
export interface Count {
  kind: string;
  count: number;
}

/** Totals over all processes, counted in the database. */
export interface Figures {
  letters: Count[];
  replies: Count[];
  relays: Count[];
  inbound: Count[];
  photos: { stored: number; lastHour: number; bytes: number };
  users: number;
  /** credits of bounced letters that wait for the operator */
  refundsWaiting: number;
  /** reports of letters that the operator has not closed */
  reportsOpen: number;
}

/** Scans whole tables: tenths of a second with a million letters, so it is cached for a minute. */
export async function readFigures(db: Executor): Promise<Figures> {
  const counts = async (query: ReturnType<typeof sql>): Promise<Count[]> =>
    (await db.execute<{ kind: string; count: string }>(query)).rows.map(({ kind, count }) => ({
      kind,
      count: Number(count),
    }));
  const { rows } = await db.execute<
    Record<'stored' | 'lastHour' | 'bytes' | 'users' | 'refundsWaiting' | 'reportsOpen', string>
  >(sql`
    select count(*) as stored, count(*) filter (where created_at > now() - interval '1 hour') as "lastHour",
      coalesce(sum(display_bytes::bigint + mail_bytes + thumbnail_bytes), 0) as bytes,
      (select count(*) from users) as users,
      (select count(*) from bounce_refunds where state = 'waiting') as "refundsWaiting",
      (select count(*) from letter_reports where closed_at is null) as "reportsOpen" from photos`);
  const [photos] = rows;
  return {
    letters: await counts(
      sql`select status as kind, count(*) as count from letters
        where ${listedForSender(sql`status`)} group by 1 order by 1`,
    ),
    replies: await counts(sql`select origin as kind, count(*) as count from replies group by 1 order by 1`),
    relays: await counts(
      sql`select relay_status as kind, count(*) as count from replies group by 1 order by 1`,
    ),
    inbound: await counts(
      sql`select coalesce(outcome, 'unread') as kind, count(*) as count from inbound_messages group by 1 order by 1`,
    ),
    photos: {
      stored: Number(photos?.stored ?? 0),
      lastHour: Number(photos?.lastHour ?? 0),
      bytes: Number(photos?.bytes ?? 0),
    },
    users: Number(photos?.users ?? 0),
    refundsWaiting: Number(photos?.refundsWaiting ?? 0),
    reportsOpen: Number(photos?.reportsOpen ?? 0),
  };
}

/** Seconds since the oldest letter was due that is queued, or was to arrive at a time; 0 when none is overdue. */
export async function oldestLetter(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ age: number }>(sql`
    select coalesce(extract(epoch from now() - least(
      (select min(next_attempt_at) from letters where status in ('queued', 'sending') and next_attempt_at <= now()),
      (select min(arrive_at) from letters
       where status = 'scheduled' and arrive_at <= now() and next_attempt_at <= now()))), 0)::float8 as age`);
  return rows[0]?.age ?? 0;
}

/** Caches a result for a time, with one call under way at once. A failure is not cached. */
export function cachedFor<Answer>(milliseconds: number, read: () => Promise<Answer>): () => Promise<Answer> {
  let readAt = 0;
  let cached: Promise<Answer> | null = null;
  return () => {
    if (cached === null || performance.now() - readAt > milliseconds) {
      readAt = performance.now();
      const reading = read();
      cached = reading;
      reading.catch(() => {
        if (cached === reading) cached = null;
      });
    }
    return cached;
  };
}

/** State of one kind of job, over all processes. */
export interface QueueState {
  name: string;
  /** waiting, due now */
  due: number;
  /** waiting for a later time */
  later: number;
  active: number;
  /** out of attempts; kept for a while */
  failed: number;
  /** processes died under them; kept until the operator retries or discards them */
  setAside: number;
  /** seconds that the oldest one has been due */
  age: number;
}

/** Reads the database, so that every process reports the same. */
export async function readQueue(db: Executor): Promise<QueueState[]> {
  const { rows } = await db.execute<QueueState & Record<string, unknown>>(sql`
    select q.name,
      count(*) filter (where j.state < 'active' and j.start_after <= now())::int as due,
      count(*) filter (where j.state < 'active' and j.start_after > now())::int as later,
      count(*) filter (where j.state = 'active')::int as active,
      count(*) filter (where j.state = 'failed')::int as failed,
      (select count(*)::int from set_aside_jobs s where s.name = q.name) as "setAside",
      coalesce(extract(epoch from now() -
        min(j.start_after) filter (where j.state < 'active' and j.start_after <= now())), 0)::float8 as age
    from jobs.queue q left join jobs.job j on j.name = q.name and j.state <> 'completed'
    where q.name not like '\\_\\_%' group by q.name order by q.name`);
  return rows;
}
