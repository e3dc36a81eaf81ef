import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** Deaths longer ago do not count: a job under which a process dies once a week is not a crash loop. */
const COUNTED_WITHIN = '1 day';

export interface Start {
  id: string;
  /** processes that died within `COUNTED_WITHIN` during a job of this name and subject */
  deaths: number;
}

/** Milliseconds, unless another job begins. */
const RECORDED_WITHIN = 1_000;

/** Deletes what ended, counts, and inserts: one round trip for each job. The deleted rows are still seen by the count. */
const BEGIN = `
  with ended as (delete from job_starts where id = any($3::bigint[])),
    died as (select count(*)::int as deaths from job_starts where name = $1 and subject = $2
      and id <> all($3::bigint[]) and started_at > now() - interval '${COUNTED_WITHIN}'),
    started as (insert into job_starts (name, subject) select $1, $2 from died where deaths = 0 or not $4::boolean
      returning id::text)
  select (select id from started) as id, deaths from died`;

/** The row of an attempt is deleted after its end, so that rows left over are attempts whose process died. */
export class JobStarts {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #open = new Set<string>();
  /** ended, and not deleted yet */
  #ended: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /**
   * @param subject id of what the job is about
   * @param unlessDied true: records nothing once a process died
   * @returns null when nothing was recorded
   */
  async begin(name: string, subject: string, unlessDied: boolean): Promise<Start | null> {
    const { rows } = await this.#deleting((ended) =>
      this.#pool.query<{ id: string | null; deaths: number }>(BEGIN, [name, subject, ended, unlessDied]),
    );
    const [row] = rows;
    if (!row) throw new Error('A count gave no row.');
    if (row.id === null) return null;
    this.#open.add(row.id);
    return { id: row.id, deaths: row.deaths };
  }

  /** The row is deleted with the next start, or soon. */
  end({ id }: Start): void {
    this.#open.delete(id);
    this.#ended.push(id);
    this.#deleteSoon();
  }

  /** Attempts that are interrupted on purpose count as no death. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#ended.push(...this.#open);
    this.#open.clear();
    await this.#deleteEnded();
  }

  /** Rows that no longer count. */
  async sweep(): Promise<void> {
    await this.#pool.query(`delete from job_starts where started_at < now() - interval '${COUNTED_WITHIN}'`);
  }

  #deleteSoon(): void {
    if (this.#closed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#deleteEnded().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the end of jobs could not be recorded; it is tried again'),
      );
    }, RECORDED_WITHIN).unref();
  }

  async #deleteEnded(): Promise<void> {
    if (this.#ended.length === 0) return;
    await this.#deleting((ended) =>
      this.#pool.query('delete from job_starts where id = any($1::bigint[])', [ended]),
    );
  }

  /** What a failed query did not delete is tried again. */
  async #deleting<Result>(query: (ended: string[]) => Promise<Result>): Promise<Result> {
    const ended = this.#ended;
    this.#ended = [];
    try {
      return await query(ended);
    } catch (error) {
      this.#ended.push(...ended);
      if (ended.length > 0) this.#deleteSoon();
      throw error;
    }
  }
}
