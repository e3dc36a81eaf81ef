import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Transaction } from './db/database.ts';
import type { OutgoingMail } from './mail/outgoing-mail.ts';
import type { Meters } from './operate/meters.ts';

/** Every kind of work that is done after the answer, and what it is told. */
export interface JobData {
  'send-letter': { letterId: number };
  'send-mail': OutgoingMail;
  'read-inbound-message': { inboundMessageId: string };
  'relay-reply': { replyId: number };
  /** storage keys whose rows are gone */
  'erase-files': { keys: string[] };
}
export type JobName = keyof JobData;

/** `attempt` counts from 0. A handler that rejects is tried again with growing pauses. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name], attempt: number) => Promise<void> };

/** Seconds after which a job whose worker fell silent is given to another; SMTP time-outs stay well below. */
const JOB_EXPIRY_SECONDS = 600;

/** How many loops of this process work on a kind, and how many jobs each takes at once. */
const PACE: Record<JobName, { loops: number; batchSize: number }> = {
  'send-letter': { loops: 3, batchSize: 2 },
  'send-mail': { loops: 1, batchSize: 4 },
  'read-inbound-message': { loops: 2, batchSize: 4 },
  'relay-reply': { loops: 2, batchSize: 2 },
  'erase-files': { loops: 1, batchSize: 1 },
};

/** The jobs of the product, kept in its database. */
export class Queue {
  readonly #boss: PgBoss;
  readonly #log: Logger;

  constructor(pool: Pool, log: Logger) {
    this.#log = log;
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: 'jobs',
      // A job whose worker died is noticed by its missing heartbeat (10 s) at the next of these rounds.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      schedule: false,
    });
    this.#boss.on('error', (error) => this.#log.error({ err: error }, 'job queue'));
  }

  /** Makes the queues; call once, after the migrations. */
  async start(): Promise<void> {
    await this.#boss.start();
    const names: Record<JobName, { retryLimit: number }> = {
      'send-letter': { retryLimit: 10 },
      'send-mail': { retryLimit: 40 },
      'read-inbound-message': { retryLimit: 10 },
      'relay-reply': { retryLimit: 10 },
      'erase-files': { retryLimit: 40 },
    };
    for (const [name, { retryLimit }] of Object.entries(names)) {
      await this.#boss.createQueue(name, {
        retryLimit,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: JOB_EXPIRY_SECONDS,
        heartbeatSeconds: 10,
        retentionSeconds: 14 * 24 * 3600,
        deleteAfterSeconds: 24 * 3600,
      });
      // Fetches what pg-boss keeps of a queue. Left to the first job, it would want a second connection from within
      // the job's transaction: with all of them held by transactions that wait for its rows, nobody would go on.
      await this.#boss.findJobs(name, { id: randomUUID() });
    }
  }

  /**
   * Enqueues within the caller's transaction: the job exists exactly when the business row does.
   * @param startAfter earliest moment it may run
   */
  async enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    data: JobData[Name],
    options: { startAfter?: Date } = {},
  ): Promise<void> {
    const id = await this.#boss.send(name, data, { ...options, db: fromDrizzle(tx, sql) });
    if (!id) throw new Error(`The queue did not take a ${name} job.`);
  }

  /** Starts working on every kind. */
  async work(handlers: JobHandlers, meters: Meters): Promise<void> {
    for (const name of Object.keys(PACE) as JobName[]) await this.#workOn(name, handlers[name], meters);
  }

  /**
   * Several loops a kind, so that one slow job holds up only its own; each takes a few jobs at once and, as long
   * as it finds its hands full, the next ones without a pause.
   */
  async #workOn<Name extends JobName>(name: Name, handler: JobHandlers[Name], meters: Meters): Promise<void> {
    const { loops, batchSize } = PACE[name];
    const attempt = async (job: JobWithMetadata<JobData[Name]>): Promise<JobResult> => {
      const begun = performance.now();
      const meter = (outcome: 'completed' | 'failed') =>
        meters.job(name, outcome, (performance.now() - begun) / 1_000);
      try {
        await handler(job.data, job.retryCount);
        meter('completed');
        return { id: job.id, status: 'completed' };
      } catch (error) {
        meter('failed');
        this.#log.error({ err: error, job: name, jobId: job.id, attempt: job.retryCount }, 'job failed');
        return { id: job.id, status: 'failed', output: { message: String(error) } };
      }
    };
    const options = {
      localConcurrency: loops,
      batchSize,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    await this.#boss.work<JobData[Name], void, typeof options>(name, options, (jobs) =>
      Promise.all(jobs.map(attempt)),
    );
  }

  /** Lets what is in flight finish, at most `timeout` milliseconds, then stops. */
  async stop(timeout = 25_000): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout, close: false });
  }
}
