import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/db/database.ts';

/** How many of a kind; `kind` is a status, an outcome, an origin. */
export interface Count {
  kind: string;
  count: number;
}

/** What the whole fleet has done, counted in the database. */
export interface Figures {
  letters: Count[];
  replies: Count[];
  relays: Count[];
  inbound: Count[];
  photos: { stored: number; lastHour: number; bytes: number };
  users: number;
}

/** Reads whole tables: some tenths of a second with a million letters, so it is asked once a minute. */
export async function readFigures(db: Executor): Promise<Figures> {
  const counts = async (query: ReturnType<typeof sql>): Promise<Count[]> =>
    (await db.execute<{ kind: string; count: string }>(query)).rows.map(({ kind, count }) => ({
      kind,
      count: Number(count),
    }));
  const { rows } = await db.execute<Record<'stored' | 'lastHour' | 'bytes' | 'users', string>>(sql`
    select count(*) as stored, count(*) filter (where created_at > now() - interval '1 hour') as "lastHour",
      coalesce(sum(display_bytes::bigint + mail_bytes + thumbnail_bytes), 0) as bytes,
      (select count(*) from users) as users from photos`);
  const [photos] = rows;
  return {
    letters: await counts(
      sql`select status as kind, count(*) as count from letters where status <> 'created' group by 1 order by 1`,
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
  };
}

/** Seconds that the letter has waited which should have left first; 0 when none is late. */
export async function oldestLetter(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ age: number }>(sql`
    select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as age
    from letters where status in ('queued', 'sending') and next_attempt_at <= now()`);
  return rows[0]?.age ?? 0;
}

/** Asks at most once in a while, one question at a time; what failed is asked again at once. */
export function seldom<Answer>(milliseconds: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked = 0;
  let answer: Promise<Answer> | null = null;
  return () => {
    if (answer === null || performance.now() - asked > milliseconds) {
      asked = performance.now();
      const asking = ask();
      answer = asking;
      asking.catch(() => {
        if (answer === asking) answer = null;
      });
    }
    return answer;
  };
}
