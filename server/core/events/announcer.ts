import type { Pool } from 'pg';
import type { Logger } from 'pino';

export const CHANNEL = 'slow_letters_events';

const BATCH = 1_000;
/** How often every process looks for announcements of a process that died before it sent them. */
const SWEEP_EVERY_MS = 5_000;

/**
 * Sends the rows of `announcements` that are committed, many in one transaction. NOTIFY holds a lock until its
 * transaction ends (PostgreSQL, async.c): if each writer notified, all would wait for each other's commit. For the same
 * reason the commit here waits for no disk and no standby. After a crash a row may be sent twice: pages fetch twice.
 */
export class Announcer {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #sweep: NodeJS.Timeout;
  #sending: Promise<void> | null = null;
  #isAsked = false;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#sweep = setInterval(() => this.soon(), SWEEP_EVERY_MS);
    this.#sweep.unref();
  }

  /** To be called after the commit of a transaction that announced something. */
  soon(): void {
    this.#isAsked = true;
    this.#sending ??= this.#send();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#sending;
  }

  async #send(): Promise<void> {
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        const { rows } = await this.#pool.query<{ sent: number }>(SEND, [CHANNEL, BATCH]);
        if (rows[0]?.sent === BATCH) this.#isAsked = true;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'announcements are not sent yet');
    } finally {
      // In the same tick as the last check of `#isAsked`, so that the next `soon` begins another sending.
      this.#sending = null;
    }
  }
}

const SEND = `
  with unwaited as (select set_config('synchronous_commit', 'off', true)),
  gone as (delete from announcements where id in
    (select id from announcements order by id limit $2 for update skip locked) returning id, message::text)
  select count(pg_notify($1, message))::int as sent
  from unwaited, (select message from gone order by id) ordered`;
