import type { Pool } from 'pg';

/** Deaths longer ago do not count: a job under which a process dies once a week is not a crash loop. */
const COUNTED_WITHIN = '1 day';

export interface Start {
  id: string;
  /** processes that died within `COUNTED_WITHIN` during a job of this name and subject */
  deaths: number;
}

/**
 * Records the start of each attempt in `job_starts` and deletes it at the end, so that rows left over are attempts
 * whose process died, not attempts that failed. A process that stops in order deletes its own.
 */
export class JobStarts {
  readonly #pool: Pool;
  readonly #open = new Set<string>();
  /** ended, and not deleted yet because the database was away */
  readonly #ended = new Set<string>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @returns processes that died within `COUNTED_WITHIN` during a job of this name and subject */
  async deathsOf(name: string, subject: string): Promise<number> {
    const { rows } = await this.#pool.query<{ deaths: number }>(
      `select count(*)::int as deaths from job_starts where name = $1 and subject = $2
         and started_at > now() - interval '${COUNTED_WITHIN}'`,
      [name, subject],
    );
    return rows[0]?.deaths ?? 0;
  }

  /** @param subject id of what the job is about */
  async begin(name: string, subject: string): Promise<Start> {
    await this.#deleteEnded();
    const { rows } = await this.#pool.query<Start>(
      `insert into job_starts (name, subject) values ($1, $2)
       returning id::text, (select count(*)::int from job_starts s where s.name = $1 and s.subject = $2
         and s.started_at > now() - interval '${COUNTED_WITHIN}') as deaths`,
      [name, subject],
    );
    const [start] = rows;
    if (!start) throw new Error('An insert gave no row.');
    this.#open.add(start.id);
    return start;
  }

  /** @throws the database's error; the row is then deleted with the next one */
  async end({ id }: Start): Promise<void> {
    this.#open.delete(id);
    this.#ended.add(id);
    await this.#deleteEnded();
  }

  /** At a stop: attempts still running are interrupted on purpose and count as no death. */
  async close(): Promise<void> {
    for (const id of this.#open) this.#ended.add(id);
    this.#open.clear();
    await this.#deleteEnded();
  }

  /** Deletes rows that no longer count. */
  async sweep(): Promise<void> {
    await this.#pool.query(`delete from job_starts where started_at < now() - interval '${COUNTED_WITHIN}'`);
  }

  async #deleteEnded(): Promise<void> {
    if (this.#ended.size === 0) return;
    const ids = [...this.#ended];
    await this.#pool.query('delete from job_starts where id = any($1::bigint[])', [ids]);
    for (const id of ids) this.#ended.delete(id);
  }
}
