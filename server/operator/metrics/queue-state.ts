import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/db/database.ts';

/** How one kind of job stands, over all processes. */
export interface QueueState {
  name: string;
  /** waiting, and its time has come */
  due: number;
  /** waiting for a later time */
  later: number;
  active: number;
  /** out of attempts; kept for a while */
  failed: number;
  /** processes died under them; kept until the operator decides */
  setAside: number;
  /** seconds that the oldest one has been due */
  age: number;
}

/** From the database, so that every process says the same. */
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
