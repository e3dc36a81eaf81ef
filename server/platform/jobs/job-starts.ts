import type { Pool } from 'pg';

/** Deaths that count against a job; one that kills a process a week apart is no loop. */
const COUNTED_WITHIN = '1 day';

export interface Start {
  id: string;
  /** processes that died lately while they did this very thing */
  deaths: number;
}

/**
 * Notes each attempt at a job before it begins and forgets it at its end, so that what is left is told from a
 * job that merely failed: the attempts whose process died. A process that stops takes along what it leaves undone.
 */
export class JobStarts {
  readonly #pool: Pool;
  readonly #open = new Set<string>();
  /** ended while the database was away */
  readonly #unnoted = new Set<string>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @param subject what the job is about */
  async begin(name: string, subject: string): Promise<Start> {
    await this.#forget();
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

  /** @throws the database's error; the end is noted then with the next one */
  async end({ id }: Start): Promise<void> {
    this.#open.delete(id);
    this.#unnoted.add(id);
    await this.#forget();
  }

  /** At a stop: whatever is still under way is broken off on purpose. */
  async close(): Promise<void> {
    for (const id of this.#open) this.#unnoted.add(id);
    this.#open.clear();
    await this.#forget();
  }

  /** Rows of which nobody will ask again. */
  async sweep(): Promise<void> {
    await this.#pool.query(`delete from job_starts where started_at < now() - interval '${COUNTED_WITHIN}'`);
  }

  async #forget(): Promise<void> {
    if (this.#unnoted.size === 0) return;
    const ids = [...this.#unnoted];
    await this.#pool.query('delete from job_starts where id = any($1::bigint[])', [ids]);
    for (const id of ids) this.#unnoted.delete(id);
  }
}
