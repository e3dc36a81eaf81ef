import type { Pool } from 'pg';
import type { Logger } from 'pino';

export const CHANNEL = 'slow_letters_events';

const AT_ONCE = 1_000;
/** Milliseconds after which what a process left that ended before it could send is sent by any other. */
const SWEEP_EVERY_MS = 5_000;

/**
 * Sends what committed transactions announced, many with one NOTIFY: its lock is held until the end of the transaction,
 * and with a synchronous standby each writer would wait for all others (PostgreSQL, async.c). So it waits for no disk
 * and no standby: what is sent twice after a crash is fetched twice.
 */
export class Announcer {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #sweep: NodeJS.Timeout;
  #sending: Promise<void> | null = null;
  #again = false;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
    this.#sweep = setInterval(() => this.soon(), SWEEP_EVERY_MS);
    this.#sweep.unref();
  }

  /** A transaction has announced something and is committed. */
  soon(): void {
    this.#again = true;
    this.#sending ??= this.#send();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#sending;
  }

  async #send(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        const { rows } = await this.#pool.query<{ sent: number }>(SEND, [CHANNEL, AT_ONCE]);
        if (rows[0]?.sent === AT_ONCE) this.#again = true;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'announcements are not sent yet');
    } finally {
      // In the same turn as the last look at `#again`: what is announced after it begins another sending.
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
