import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/support/test-product.ts';
import { projectFolder } from '../project-folder.ts';
import { jobStarts, setAsideJobs } from '../schema.ts';
import { S3Error } from '../storage/s3-client.ts';
import { JOBS } from './jobs.ts';
import { type JobHandlers, Queue } from './queue.ts';
import { requeueAllSetAside, sweepSetAside } from './set-aside-jobs.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.close());

const db = () => product.services.db;
const enqueueMessage = async (inboundMessageId: string) =>
  db().transaction((tx) => product.services.queue.enqueue(tx, 'read-inbound-message', { inboundMessageId }));
const startsOf = async () => (await db().select().from(jobStarts)).map(({ subject }) => subject);
const setAside = () => db().select().from(setAsideJobs);
/** Attempts whose process died. */
const died = (name: string, subject: string, times: number) =>
  db()
    .insert(jobStarts)
    .values(Array.from({ length: times }, () => ({ name, subject })));

describe('job queue', () => {
  let queue: Queue;
  let read: string[];
  beforeEach(async () => {
    read = [];
    queue = new Queue(product.services.pool, pino({ level: 'silent' }));
    await queue.start();
  });
  afterEach(async () => {
    await queue.stop(500);
    await db().execute(sql`delete from jobs.job`);
    await db().delete(jobStarts);
    await db().delete(setAsideJobs);
  });

  const work = (handlers: Partial<JobHandlers>) => {
    const none = () => Promise.resolve();
    const all = {
      'reread-inbound-message': none,
      'send-letter': none,
      'send-mail': none,
      'relay-reply': none,
      'erase-files': none,
      'note-erasure': none,
      'mail-letters-link': none,
      'mail-account-link': none,
    };
    const readMessage = async ({ inboundMessageId }: { inboundMessageId: string }) =>
      void read.push(inboundMessageId);
    return queue.work({ ...all, 'read-inbound-message': readMessage, ...handlers }, product.services.meters);
  };

  it('replaces loops whose queries never come back', async () => {
    const { pool } = product.services;
    let hangs = false;
    const hanging = Object.assign(Object.create(pool), {
      query: (...query: Parameters<typeof pool.query>) =>
        hangs ? new Promise(() => undefined) : pool.query(...query),
    });
    await queue.stop(500);
    queue = new Queue(hanging, pino({ level: 'silent' }), {
      times: { poll: 500, check: 100, hungAfter: 1_500 },
    });
    await queue.start();
    await work({});
    expect(queue.hung).toEqual([]);
    hangs = true;
    await vi.waitFor(() => expect(queue.hung).toContain('read-inbound-message'), { timeout: 60_000 });
    hangs = false;
    await enqueueMessage('after the hang');
    await vi.waitFor(() => expect(read).toEqual(['after the hang']), { timeout: 60_000 });
    await vi.waitFor(() => expect(queue.hung).toEqual([]), { timeout: 60_000 });
  });

  it('runs a job again after one death under it, and sets it aside after two', async () => {
    const [once, twice] = [randomUUID(), randomUUID()];
    await died('read-inbound-message', once, 1);
    await died('read-inbound-message', twice, 2);
    await enqueueMessage(once);
    await enqueueMessage(twice);
    await work({});
    await vi.waitFor(async () => expect(await setAside()).toHaveLength(1), { timeout: 60_000 });
    await vi.waitFor(() => expect(read).toEqual([once]), { timeout: 60_000 });
    expect(await setAside()).toMatchObject([
      { name: 'read-inbound-message', subject: twice, data: { inboundMessageId: twice }, deaths: 2 },
    ]);
  });

  it('sets a letter aside after five deaths in any of its jobs, and not after four', async () => {
    await died('send-letter', '4', 4);
    await died('send-letter', '5', 5);
    const sent: number[] = [];
    for (const letterId of [4, 5])
      await db().transaction((tx) => product.services.queue.enqueue(tx, 'send-letter', { letterId }));
    await work({ 'send-letter': async ({ letterId }) => void sent.push(letterId) });
    await vi.waitFor(async () => expect(await setAside()).toHaveLength(1), { timeout: 60_000 });
    await vi.waitFor(() => expect(sent).toEqual([4]), { timeout: 60_000 });
    expect(await setAside()).toMatchObject([{ name: 'send-letter', subject: '5' }]);
  });

  it('does not count a death of more than a day ago', async () => {
    const id = randomUUID();
    await died('read-inbound-message', id, 2);
    await db().execute(sql`update job_starts set started_at = now() - interval '25 hours'`);
    await enqueueMessage(id);
    await work({});
    await vi.waitFor(() => expect(read).toEqual([id]), { timeout: 60_000 });
  });

  it('retries a job that fails, and counts no death for it', async () => {
    const id = randomUUID();
    await enqueueMessage(id);
    let tries = 0;
    await work({
      'read-inbound-message': async () => {
        tries++;
        throw new Error('not now');
      },
    });
    for (let round = 1; round <= 4; round++) {
      await vi.waitFor(() => expect(tries).toBe(round), { timeout: 60_000 });
      await vi.waitFor(
        async () => {
          const { rows } = await db().execute(
            sql`update jobs.job set start_after = now() where state = 'retry' returning id`,
          );
          expect(rows).toHaveLength(1);
        },
        { timeout: 60_000 },
      );
    }
    expect(await setAside()).toEqual([]);
  });

  it('goes on trying to read a message that could not be read for days', async () => {
    await enqueueMessage(randomUUID());
    await db().execute(sql`update jobs.job set state = 'retry', retry_count = 100`);
    let tries = 0;
    await work({
      'read-inbound-message': async () => {
        tries++;
        throw new Error('no storage');
      },
    });
    await vi.waitFor(() => expect(tries).toBe(1), { timeout: 60_000 });
    const states = async () => (await db().execute(sql`select state from jobs.job`)).rows;
    await vi.waitFor(async () => expect(await states()).not.toEqual([{ state: 'active' }]), {
      timeout: 60_000,
    });
    expect(await states()).toEqual([{ state: 'retry' }]);
  });

  it('calls those that failed for want of storage once one succeeds, which a failing call leaves done', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    let isAway = true;
    let failing = 1;
    const { pool } = product.services;
    const failingOnce = Object.assign(Object.create(pool), {
      query: (...query: Parameters<typeof pool.query>) =>
        String(query[0]).startsWith('update jobs.job set start_after = now() where') && failing-- > 0
          ? Promise.reject(new Error('The database went away.'))
          : pool.query(...query),
    });
    await queue.stop(500);
    queue = new Queue(failingOnce, pino({ level: 'silent' }));
    await queue.start();
    await work({
      'read-inbound-message': async ({ inboundMessageId }) => {
        if (isAway) throw new S3Error(0, 'NoAnswer', 'storage does not answer');
        read.push(inboundMessageId);
      },
    });
    await enqueueMessage(first);
    await vi.waitFor(
      async () => {
        const { rows } = await db().execute(
          sql`update jobs.job set start_after = now() + interval '1 hour' where state = 'retry' returning id`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    isAway = false;
    await enqueueMessage(second);
    await vi.waitFor(() => expect([read, failing]).toEqual([[second], 0]), { timeout: 60_000 });
    await enqueueMessage(third);
    await vi.waitFor(() => expect(read).toEqual([second, third, first]), { timeout: 60_000 });
  });

  it('counts no death for a job interrupted by a stop', async () => {
    await enqueueMessage(randomUUID());
    let begun = false;
    await work({
      'read-inbound-message': async () => {
        begun = true;
        await sleep(5_000, undefined, { ref: false });
      },
    });
    await vi.waitFor(() => expect(begun).toBe(true), { timeout: 60_000 });
    expect(await startsOf()).toHaveLength(1);
    await queue.stop(300);
    expect(await startsOf()).toEqual([]);
  });

  it('runs a job under which a process died with no job of another kind beside it', async () => {
    const id = randomUUID();
    await died('read-inbound-message', id, 1);
    await db().transaction((tx) => product.services.queue.enqueue(tx, 'send-letter', { letterId: 7 }));
    const sending = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await work({
      'send-letter': () => {
        begun.resolve();
        return sending.promise;
      },
    });
    await begun.promise;
    await enqueueMessage(id);
    await vi.waitFor(
      async () => {
        const { rows } = await db().execute(
          sql`select id from jobs.job where name = 'read-inbound-message' and state = 'active'`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 60_000 },
    );
    expect(read).toEqual([]);
    expect(await startsOf()).toEqual(expect.arrayContaining([id, '7']));
    expect(await startsOf()).toHaveLength(2);
    sending.resolve();
    await vi.waitFor(() => expect(read).toEqual([id]), { timeout: 60_000 });
  });

  it('runs one job of a group at a time, and those of other groups beside it', async () => {
    const [first, second, other] = [randomUUID(), randomUUID(), randomUUID()];
    const enqueue = (inboundMessageId: string, group: string) =>
      db().transaction((tx) =>
        product.services.queue.enqueue(tx, 'read-inbound-message', { inboundMessageId }, { group }),
      );
    const begun: string[] = [];
    const gate = Promise.withResolvers<void>();
    await work({
      'read-inbound-message': async ({ inboundMessageId }) => {
        begun.push(inboundMessageId);
        if (inboundMessageId === first) await gate.promise;
      },
    });
    await enqueue(first, 'busy');
    await vi.waitFor(() => expect(begun).toEqual([first]), { timeout: 60_000 });
    await enqueue(second, 'busy');
    await enqueue(other, 'other');
    // Begun although the second of the busy group has waited for longer.
    await vi.waitFor(() => expect(begun).toEqual([first, other]), { timeout: 60_000 });
    gate.resolve();
    await vi.waitFor(() => expect(begun).toEqual([first, other, second]), { timeout: 60_000 });
  });

  it('wakes idle loops in turn for what was just committed', async () => {
    await work({});
    const woken = vi.spyOn(PgBoss.prototype, 'notifyWorker');
    onTestFinished(() => woken.mockRestore());
    const { loops } = JOBS['read-inbound-message'];
    for (let n = 0; n < loops; n++) queue.wake('read-inbound-message');
    expect(new Set(woken.mock.calls.flat()).size).toBe(loops);
  });

  it('runs jobs of higher priority first', async () => {
    // Of a kind with one loop: those of several loops begin in the order in which their fetches are answered.
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
    for (const [place, inboundMessageId] of ids.entries())
      await db().transaction((tx) =>
        product.services.queue.enqueue(
          tx,
          'reread-inbound-message',
          { inboundMessageId },
          { priority: place },
        ),
      );
    const begun: string[] = [];
    await work({
      'reread-inbound-message': async ({ inboundMessageId }) => void begun.push(inboundMessageId),
    });
    await vi.waitFor(() => expect(begun).toEqual(ids.toReversed()), { timeout: 60_000 });
  });
});

describe('set-aside jobs', () => {
  afterEach(async () => {
    await db().delete(setAsideJobs);
    await db().execute(sql`delete from jobs.job`);
  });

  it('are put back one after the other, each in a transaction of its own', async () => {
    const subjects = Array.from({ length: 3 }, () => randomUUID());
    await db()
      .insert(setAsideJobs)
      .values(
        subjects.map((subject) => ({
          id: randomUUID(),
          name: 'read-inbound-message',
          subject,
          data: { inboundMessageId: subject },
          deaths: 2,
        })),
      );
    expect(await requeueAllSetAside(db(), product.services.queue)).toBe(3);
    expect(await setAside()).toEqual([]);
    const { rows } = await db().execute(
      sql`select count(*)::int as jobs from jobs.job where name = 'read-inbound-message' group by xmin::text order by 1`,
    );
    expect(rows).toEqual([{ jobs: 1 }, { jobs: 1 }, { jobs: 1 }]);
  });

  it('are deleted after 180 days', async () => {
    const days = [179, 181];
    for (const age of days)
      await db()
        .insert(setAsideJobs)
        .values({
          id: randomUUID(),
          name: 'send-mail',
          subject: String(age),
          data: {},
          deaths: 5,
          setAsideAt: sql`now() - make_interval(days => ${age}::int)`,
        });
    await sweepSetAside(db());
    expect(await setAside()).toMatchObject([{ subject: '179' }]);
  });
});

describe('job queue: a mail that crashes the process', () => {
  it('is set aside after the second crash; mails beside it are read, and no process crashes after that', async () => {
    const deadly = randomUUID();
    const others = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [others[0], deadly, others[1], others[2]]) await enqueueMessage(id ?? '');
    const read: string[] = [];
    let deaths = 0;
    let settled = false;
    for (let life = 1; life <= 4 && !settled; life++) {
      const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/dying-worker.ts'], {
        cwd: projectFolder,
        env: { ...process.env, DATABASE_URL: product.services.config.DATABASE_URL, DEADLY: deadly },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.stdout.on('data', (chunk: Buffer) => read.push(...chunk.toString().trim().split('\n')));
      let alive = true;
      ended.then(() => {
        alive = false;
      });
      while (alive && !settled) {
        await sleep(200);
        settled = (await setAside()).length > 0 && others.every((id) => read.includes(id));
      }
      if (!alive) deaths++;
      child.kill('SIGKILL');
      await ended;
      // As if the time had passed after which a silent job is given to another, and is tried again.
      await db().execute(sql`update jobs.job set state = 'retry', start_after = now(), retry_count = retry_count + 1
        where state = 'active'`);
    }
    expect(deaths).toBe(2);
    expect(new Set(read)).toEqual(new Set(others));
    expect(await setAside()).toMatchObject([{ subject: deadly, deaths: 2 }]);
  });
});
