import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import pgBoss from 'pg-boss/package.json' with { type: 'json' };
import type { Logger } from 'pino';
import { FairLimiter } from '../../../packages/threads/fair-limiter.ts';
import type { Transaction } from '../db/database.ts';
import { NoDatabase } from '../db/wait-for-database.ts';
import type { Meters } from '../meters.ts';
import { isStorageAway } from '../storage/s3-client.ts';
import { currentTrace, traceOfJob, withTrace } from '../trace.ts';
import { JobStarts } from './job-starts.ts';
import { JOBS, type JobData, type JobName } from './jobs.ts';

/** `attempt` counts from 0. A handler that rejects is tried again with growing pauses. */
export type JobHandlers = { [Name in JobName]: (data: JobData[Name], attempt: number) => Promise<void> };

interface EnqueueOptions {
  /** earliest moment it may run */
  startAfter?: Date;
  /** jobs of a higher one run first; 0 by default */
  priority?: number;
  /** a process runs the jobs of one kind and group one at a time */
  group?: string;
}

/** Seconds that a job may take, heartbeats or not, before another worker gets it; a mail takes at most half of it. */
const JOB_EXPIRY_SECONDS = 1_800;
/** Milliseconds. */
const TIMES = {
  /** between queries for due jobs of all kinds */
  pollAll: 500,
  /** between queries of each loop for jobs of its kind, in case the query for all fails */
  poll: 10_000,
  /** between checks for hung loops */
  check: 5_000,
  /** an idle loop that fetched nothing for so long counts as hung */
  hungAfter: 30_000,
};
const DUE = `select name from unnest($1::text[]) kind(name) where exists (select from jobs.job j
  where j.name = kind.name and state < 'active' and not blocked and start_after <= now())`;
const RETRY_NOW = `update jobs.job set start_after = now() where name = $1 and state = 'retry' and start_after > now()`;
/**
 * Jobs live for seconds, so most rows are dead: vacuum runs after a number of them and not after a share of the table, and
 * pages keep room for new versions of a row.
 */
const TUNE_TABLES = `
  do $$ declare place regclass; begin
    for place in select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'jobs' and c.relkind = 'r' and c.relname in ('job', 'job_common', 'queue')
        and not coalesce(c.reloptions, '{}') @> '{autovacuum_vacuum_threshold=1000}'
    loop
      execute format('alter table %s set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0,
        autovacuum_analyze_threshold = 1000, autovacuum_vacuum_cost_delay = 0)', place);
    end loop;
  end $$`;
/** Weight of a job that runs alone in its process; others weigh 1. */
const ALONE = 1_000_000;

export class Queue {
  readonly #boss: PgBoss;
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #migrate: boolean;
  readonly #starts: JobStarts;
  readonly #limiter = new FairLimiter(ALONE);
  readonly #hung = new Set<string>();
  /** ids of the loops that run no job, the last woken at the end */
  readonly #idle = new Map<JobName, string[]>();
  /** kinds of which jobs failed because storage was away; the first success retries the others */
  readonly #storageFailed = new Set<JobName>();
  readonly #times: typeof TIMES;
  #timers: NodeJS.Timeout[] = [];
  #isPolling = false;

  /** @param migrate false: tables of an older version stop the start instead of being changed */
  constructor(
    pool: Pool,
    log: Logger,
    { migrate = true, times = {} }: { migrate?: boolean; times?: Partial<typeof TIMES> } = {},
  ) {
    this.#times = { ...TIMES, ...times };
    this.#migrate = migrate;
    this.#pool = pool;
    this.#log = log;
    this.#starts = new JobStarts(pool, log);
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: 'jobs',
      // A job whose worker died is noticed by its missing heartbeat (10 s) at the next of these rounds.
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      schedule: false,
    });
    this.#boss.on('error', (error) => {
      // pg-boss may emit a plain object with the error's fields.
      const err = error instanceof Error ? error : Object.assign(new Error(), error);
      this.#log.error({ err }, 'job queue error');
    });
  }

  /**
   * Creates the queues; needs no table of the product, because a restore calls it before the later migrations.
   * @throws {NoDatabase} when tables of the queue are newer, or older and may not be changed
   */
  async start(): Promise<void> {
    const version = ((await this.#boss.isInstalled()) && (await this.#boss.schemaVersion())) || 0;
    const { schema } = pgBoss.pgboss;
    if (version > schema || (!this.#migrate && version < schema))
      throw new NoDatabase(
        version > schema
          ? 'The tables of the job queue are newer than this version: start that which made them, or a later one.'
          : 'The tables of the job queue are older than this version. Run npm run admin -- migrate.',
      );
    await this.#boss.start();
    if (this.#migrate) await this.#pool.query(TUNE_TABLES);
    for (const [name, { retryLimit }] of Object.entries(JOBS)) {
      const settings = {
        retryLimit,
        retryDelay: 5,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: JOB_EXPIRY_SECONDS,
        heartbeatSeconds: 10,
        retentionSeconds: 14 * 24 * 3600,
        deleteAfterSeconds: 24 * 3600,
      };
      await this.#boss.createQueue(name, settings);
      // Changes a queue that an older version created.
      await this.#boss.updateQueue(name, settings);
      // Fills pg-boss's cache of the queue. The first `enqueue` would do so on a second connection within a transaction:
      // a deadlock when transactions that wait for its rows hold all connections.
      await this.#boss.findJobs(name, { id: randomUUID() });
    }
  }

  /** Commits or rolls back with the row that it is about. */
  enqueue<Name extends JobName>(
    tx: Transaction,
    name: Name,
    data: JobData[Name],
    options?: EnqueueOptions,
  ): Promise<void> {
    return this.enqueueAll(tx, name, [data], options);
  }

  /** One statement for several jobs of one kind. */
  async enqueueAll<Name extends JobName>(
    tx: Transaction,
    name: Name,
    all: JobData[Name][],
    { group, ...options }: EnqueueOptions = {},
  ): Promise<void> {
    if (all.length === 0) return;
    const trace = currentTrace();
    const jobs = all.map((data) => ({
      ...options,
      ...(group === undefined ? {} : { group: { id: group } }),
      data: trace ? { ...data, trace } : data,
    }));
    const ids = await this.#boss.insert(name, jobs, { db: fromDrizzle(tx, sql), returnId: true });
    if (ids?.length !== all.length)
      throw new Error(`The queue did not take all of ${all.length} ${name} jobs.`);
    for (const [index, data] of all.entries())
      this.#log.info({ job: name, subject: JOBS[name].subject(data, ids[index] ?? '') }, 'job queued');
  }

  /** Jobs that failed are retried now, without the rest of their pause. */
  async retryNow(tx: Transaction, name: JobName): Promise<void> {
    await fromDrizzle(tx, sql).executeSql(RETRY_NOW, [name]);
  }

  /** If this fails, the job that just succeeded still counts as done; the next success tries again. */
  async #retryAfterStorage(name: JobName): Promise<void> {
    if (!this.#storageFailed.delete(name)) return;
    await this.#pool.query(RETRY_NOW, [name]).catch((err: unknown) => {
      this.#storageFailed.add(name);
      this.#log.warn({ err, job: name }, 'jobs that wait for the storage were not called');
    });
  }

  /** Makes an idle loop of this process fetch a job that was just committed, without waiting for the next query. */
  wake(name: JobName): void {
    const idle = this.#idle.get(name);
    const id = idle?.shift();
    if (!idle || !id) return;
    idle.push(id);
    this.#boss.notifyWorker(id);
  }

  /** @param loops other numbers than those of `jobs.ts` */
  async work(
    handlers: JobHandlers,
    meters: Meters,
    loops: Partial<Record<JobName, number>> = {},
  ): Promise<void> {
    await this.sweepStarts();
    const begin = <Name extends JobName>(name: Name) =>
      this.#workOn(name, handlers[name], meters, loops[name] ?? JOBS[name].loops);
    for (const name of Object.keys(JOBS) as JobName[]) await begin(name);
    this.#timers = [
      setInterval(() => this.#wakeDue(), this.#times.pollAll).unref(),
      setInterval(() => this.#restartHung(begin), this.#times.check).unref(),
    ];
  }

  /** One query for all kinds, in place of one twice a second from each loop. */
  async #wakeDue(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const { rows } = await this.#pool.query<{ name: JobName }>(DUE, [Object.keys(JOBS)]);
      for (const { name } of rows) this.wake(name);
    } catch (error) {
      this.#log.warn({ err: error }, 'jobs that are due were not looked up');
    }
    this.#isPolling = false;
  }

  /** Ends the loops, after the jobs that they run; `work` begins new ones. */
  async endLoops(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const name of Object.keys(JOBS)) await this.#boss.offWork(name);
  }

  get hung(): string[] {
    return [...this.#hung];
  }

  /** Replaces loops whose query was never answered. */
  #restartHung(begin: (name: JobName) => Promise<void>): void {
    const hungBefore = Date.now() - this.#times.hungAfter;
    this.#hung.clear();
    for (const { name, id, count, state, createdOn, ...last } of this.#boss.getWipData()) {
      const lastActive = Math.max(
        createdOn,
        last.lastFetchedOn ?? 0,
        last.lastJobEndedOn ?? 0,
        last.lastErrorOn ?? 0,
      );
      if (state === 'active' && count === 0 && lastActive < hungBefore) {
        this.#hung.add(name);
        this.#log.error({ job: name, worker: id }, 'a job loop hangs; others take its place');
      }
    }
    for (const name of this.#hung) {
      this.#isPolling = false;
      this.#boss
        .offWork(name, { wait: false })
        .then(() => begin(name as JobName))
        .catch((error: unknown) =>
          this.#log.error({ err: error, job: name }, 'job loops were not restarted'),
        );
    }
  }

  sweepStarts(): Promise<void> {
    return this.#starts.sweep();
  }

  /** Each kind has loops of its own: slow jobs delay no other kind. A loop fetches its next job without a pause. */
  async #workOn<Name extends JobName>(
    name: Name,
    handler: JobHandlers[Name],
    meters: Meters,
    loops: number,
  ): Promise<void> {
    const run = (job: JobWithMetadata<JobData[Name]>) =>
      withTrace(traceOfJob(job.data) ?? { id: job.id }, async (): Promise<JobResult> => {
        const end = meters.jobs.startTimer({ queue: name });
        try {
          await this.#runJob(name, job, () => handler(job.data, job.retryCount));
          end({ outcome: 'completed' });
          await this.#retryAfterStorage(name);
          const subject = JOBS[name].subject(job.data, job.id);
          this.#log.info({ job: name, subject, attempt: job.retryCount }, 'job done');
          return { id: job.id, status: 'completed' };
        } catch (error) {
          end({ outcome: 'failed' });
          if (isStorageAway(error)) this.#storageFailed.add(name);
          this.#log.error({ err: error, job: name, jobId: job.id, attempt: job.retryCount }, 'job failed');
          return { id: job.id, status: 'failed', output: { message: String(error) } };
        }
      });
    const options = {
      localGroupConcurrency: 1,
      pollingIntervalSeconds: this.#times.poll / 1_000,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    const idle: string[] = [];
    this.#idle.set(name, idle);
    for (let loop = 0; loop < loops; loop += 1) {
      const id: string = await this.#boss.work<JobData[Name], void, typeof options>(
        name,
        options,
        async (jobs) => {
          if (idle.includes(id)) idle.splice(idle.indexOf(id), 1);
          // There may be more jobs: another loop fetches one now, this one when it is done.
          this.wake(name);
          const results = await Promise.all(jobs.map(run));
          // pg-boss's own `burstWhenBatchFull` does nothing for batches of one.
          this.#boss.notifyWorker(id);
          idle.push(id);
          return results;
        },
      );
      idle.push(id);
    }
  }

  /** Sets a job aside when too many processes died under it. */
  async #runJob<Name extends JobName>(
    name: Name,
    job: JobWithMetadata<JobData[Name]>,
    handle: () => Promise<void>,
  ): Promise<void> {
    const { aloneAfterDeath } = JOBS[name];
    const ran = await this.#limiter.take(1, () => this.#attempt(name, job, handle, aloneAfterDeath));
    if (!ran) await this.#limiter.take(ALONE, () => this.#attempt(name, job, handle, false));
  }

  /**
   * @param unlessDied true: does nothing once a process died under the job
   * @returns false when it did nothing
   */
  async #attempt<Name extends JobName>(
    name: Name,
    job: JobWithMetadata<JobData[Name]>,
    handle: () => Promise<void>,
    unlessDied: boolean,
  ): Promise<boolean> {
    const { deathsAllowed, subject: subjectOf } = JOBS[name];
    const subject = subjectOf(job.data, job.id);
    const start = await this.#starts.begin(name, subject, unlessDied);
    if (!start) return false;
    try {
      if (start.deaths >= deathsAllowed) await this.#setAside(name, subject, job, start.deaths);
      else await handle();
    } finally {
      this.#starts.end(start);
    }
    return true;
  }

  async #setAside(
    name: JobName,
    subject: string,
    job: JobWithMetadata<object>,
    deaths: number,
  ): Promise<void> {
    await this.#pool.query(
      `insert into set_aside_jobs (id, name, subject, data, deaths) values ($1, $2, $3, $4::jsonb, $5)
       on conflict do nothing`,
      [job.id, name, subject, JSON.stringify(job.data), deaths],
    );
    this.#log.error({ job: name, jobId: job.id, deaths }, 'job set aside: processes died under it');
  }

  /** @param timeout milliseconds that running jobs have to end */
  async stop(timeout = 25_000): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#boss.stop({ graceful: true, timeout, close: false });
    await this.#starts.close();
  }
}
