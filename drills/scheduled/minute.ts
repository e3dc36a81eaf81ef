import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Services } from '../../server/core/services.ts';
import { verifyLedger } from '../../server/money/payments/verify-ledger.ts';
import { LETTERS_SCHEDULED_AT_MOST } from '../../shared/limits.ts';
import { localTimeOf } from '../../shared/zoned-time.ts';
import {
  allDone,
  type KillTally,
  lettersIn,
  sendLetters,
  type TakingSink,
  tallyLetters,
} from '../../test/faults/letter-kill-rounds.ts';
import type { ServerProcess } from '../../test/faults/server-process.ts';

const SENDERS_AT_ONCE = 8;

export interface DueMinute extends KillTally {
  /** letters that were queued before their time */
  early: number;
  /** 95 of 100 letters were queued, and had left, so many seconds after their time */
  queuedAfter: number;
  leftAfter: number;
  wrong: string[];
}

export async function scheduleLetters(
  services: Services,
  count: number,
  arriveLocal = localTimeOf(new Date(Date.now() + 24 * 3_600_000), 'Europe/Paris'),
): Promise<number[]> {
  const arrival = { arriveLocal, arriveZone: 'Europe/Paris' };
  const ids: number[] = [];
  let left = count;
  const send = async () => {
    while (left > 0) {
      const letters = Math.min(left, LETTERS_SCHEDULED_AT_MOST);
      left -= letters;
      ids.push(...(await sendLetters(services, letters, arrival)));
    }
  };
  await Promise.all(Array.from({ length: SENDERS_AT_ONCE }, send));
  return ids;
}

/** Moves the time of letters; by the right clock, whatever that of the database says. @param seconds from now */
export async function dueIn({ db }: Services, ids: number[], seconds: number): Promise<void> {
  await db.execute(sql`
    update letters set arrive_at = pg_catalog.now() + make_interval(secs => ${seconds}::float8) where id = any(${sql.param(ids)})`);
}

/**
 * @param killAt how many of the letters have left when the worker that leads is killed; 0: when the first is queued
 * @param startWorker starts one; the first leads
 */
export async function runDueMinute(
  services: Services,
  {
    sink,
    count,
    killAt,
    startWorker,
  }: {
    sink: TakingSink;
    count: number;
    killAt: number;
    startWorker: () => Promise<ServerProcess>;
  },
): Promise<DueMinute> {
  const ids = await scheduleLetters(services, count);
  const before = sink.taken.length;
  const leader = await startWorker();
  await isLed(services);
  const other = await startWorker();
  await dueIn(services, ids, 20);
  const queued = async () => (await lettersIn(services, 'scheduled')).length < count;
  while (killAt === 0 ? !(await queued()) : sink.taken.length < before + killAt) await sleep(20);
  await leader.kill();
  const inFlight = new Set(await lettersIn(services, 'sending'));
  while ((await lettersIn(services, 'scheduled')).length > 0) await sleep(200);
  await allDone(services);
  await other.kill();
  const { rows } = await services.db.execute<{ early: number; queuedAfter: number; leftAfter: number }>(sql`
    select count(*) filter (where queued_at < arrive_at)::int as early,
      percentile_cont(0.95) within group (order by extract(epoch from queued_at - arrive_at))::float8 as "queuedAfter",
      percentile_cont(0.95) within group (order by extract(epoch from sent_at - arrive_at))::float8 as "leftAfter"
    from letters where id = any(${sql.param(ids)})`);
  const [times = { early: 0, queuedAfter: 0, leftAfter: 0 }] = rows;
  return {
    ...(await tallyLetters(services, sink, inFlight, 1)),
    ...times,
    wrong: await verifyLedger(services.db),
  };
}

async function isLed({ db }: Services): Promise<void> {
  for (let led = false; !led; await sleep(200)) {
    const { rows } = await db.execute(
      sql`select 1 from fleet_state where name = 'leader' and at > now() - interval '10 seconds'`,
    );
    led = rows.length > 0;
  }
}
