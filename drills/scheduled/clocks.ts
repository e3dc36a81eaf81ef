import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Services } from '../../server/core/services.ts';
import { allDone, lettersIn, type TakingSink, tallyLetters } from '../../test/faults/letter-kill-rounds.ts';
import type { ServerProcess } from '../../test/faults/server-process.ts';
import { takeDatabaseClock } from './database-clock.ts';
import { dueIn, scheduleLetters } from './minute.ts';

const LETTERS = 40;
/** Longer than until the next release, in milliseconds. */
const A_TURN_MS = 75_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Sets clocks forward and back while letters wait: those of the workers, which decide nothing, and that of the database.
 * @param startWorker starts one whose own clock jumps forward or back by so many hours
 * @returns a sentence for each thing that is wrong
 */
export async function runClocks(
  services: Services,
  sink: TakingSink,
  startWorker: (hours: number) => Promise<ServerProcess>,
): Promise<string[]> {
  const wrong: string[] = [];
  const waiting = async () => (await lettersIn(services, 'scheduled')).length;
  const hold = async (what: string, wanted: number) => {
    const found = await waiting();
    if (found !== wanted) wrong.push(`${what}: ${found} letters wait, not ${wanted}`);
  };
  const clock = await takeDatabaseClock(services);
  const soon = await scheduleLetters(services, LETTERS);
  const later = await scheduleLetters(services, LETTERS);
  await dueIn(services, soon, 20);
  await dueIn(services, later, 3_600);

  const workers = [await startWorker(26), await startWorker(-26)];
  for (const worker of workers) worker.signal('SIGUSR2');
  await sleep(20_000 + A_TURN_MS);
  await allDone(services);
  await hold('the clocks of both workers are wrong', LETTERS);

  await clock.set(-24);
  await dueIn(services, later, 0);
  await sleep(A_TURN_MS);
  await hold('the clock of the database is a day behind', LETTERS);
  await clock.set(0);
  await sleep(A_TURN_MS);
  await allDone(services);
  await hold('the clock of the database is right again', 0);

  const last = await scheduleLetters(services, LETTERS);
  await dueIn(services, last, 3_600);
  await clock.set(2);
  while ((await waiting()) > 0) await sleep(100);
  await clock.set(0);
  await sleep(A_TURN_MS);
  // What was queued and had not left waits until the clock comes to that time again.
  await clock.set(3);
  await sleep(A_TURN_MS);
  await allDone(services);
  const changed: number[] = [];
  for (const { local, at } of summerTimes()) {
    const ids = await scheduleLetters(services, LETTERS, local);
    changed.push(...ids);
    await clock.set((at.getTime() - 2 * MINUTE - Date.now()) / HOUR);
    await sleep(MINUTE);
    await hold(`a minute before ${local} in Paris`, LETTERS);
    await sleep(MINUTE + A_TURN_MS);
    await allDone(services);
    await hold(`after ${local} in Paris`, 0);
    const { rows } = await services.db.execute(
      sql`select from letters where id = any(${sql.param(ids)}) and arrive_at <> ${at.toISOString()}`,
    );
    if (rows.length > 0) wrong.push(`${local} in Paris is not ${at.toISOString()}`);
  }
  for (const worker of workers) await worker.stop();
  const { lost, chargedTwice, repeats } = await tallyLetters(services, sink, new Set(), 0);
  if (lost + chargedTwice + repeats > 0)
    wrong.push(`${lost} letters lost, ${chargedTwice} charged twice, ${repeats} left twice`);
  const { rows } = await services.db.execute<{ n: number }>(sql`
    select count(*)::int as n from letters where id = any(${sql.param([...soon, ...later, ...changed])}) and queued_at < arrive_at`);
  if (rows[0]?.n) wrong.push(`${rows[0].n} letters left before their time`);
  return wrong;
}

/** Half past two in Paris is skipped in spring, and comes twice in autumn. */
function summerTimes(): { local: string; at: Date }[] {
  const thisYear = new Date().getUTCFullYear();
  const all = [thisYear, thisYear + 1].flatMap((year) =>
    [2, 9].map((month) => {
      const last = new Date(Date.UTC(year, month + 1, 0));
      const sunday = new Date(last.getTime() - last.getUTCDay() * 24 * HOUR);
      const local = `${sunday.toISOString().slice(0, 10)}T02:30`;
      return { local, at: new Date(sunday.getTime() + (month === 2 ? 1.5 : 0.5) * HOUR) };
    }),
  );
  // Soon is sooner than letters may arrive.
  return all.filter(({ at }) => at.getTime() > Date.now() + 12 * HOUR).slice(0, 2);
}
