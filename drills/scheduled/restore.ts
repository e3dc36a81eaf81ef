import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Services } from '../../server/core/services.ts';
import { photoKey } from '../../server/letters/photos/file-names.ts';
import { verifyLedger } from '../../server/money/payments/verify-ledger.ts';
import { QUARANTINE_DAYS, sweepOrphans } from '../../server/operator/sweep-orphans.ts';
import { allDone, type TakingSink } from '../../test/faults/letter-kill-rounds.ts';
import type { ServerProcess } from '../../test/faults/server-process.ts';
import { takeDatabaseClock } from './database-clock.ts';
import { dueIn, scheduleLetters } from './minute.ts';

const LETTERS = 10;
const DAY_SECONDS = 24 * 3_600;
const A_TURN_MS = 75_000;

export interface Installations {
  old: Services;
  startOldWorker: () => Promise<ServerProcess>;
  admin: (on: 'old' | 'restored', command: 'backup' | 'restore' | 'release') => void;
  openRestored: () => Promise<Services>;
  startRestoredWorker: () => Promise<ServerProcess>;
}

/**
 * Days later, beside storage that is newer: none leaves twice, those more than two days late go back, senders of those
 * that may have left are asked, and no newer photo goes. @returns what is wrong
 */
export async function runRestore(at: Installations, sink: TakingSink, days: number): Promise<string[]> {
  const wrong: string[] = [];
  const { old } = at;
  const left = await scheduleLetters(old, LETTERS);
  const missed = await scheduleLetters(old, LETTERS);
  const late = await scheduleLetters(old, LETTERS);
  const coming = await scheduleLetters(old, LETTERS);
  await dueIn(old, left, 40);
  await dueIn(old, missed, DAY_SECONDS);
  await dueIn(old, late, (days - 1) * DAY_SECONDS);
  await dueIn(old, coming, (days + 1) * DAY_SECONDS);
  at.admin('old', 'backup');
  const worker = await at.startOldWorker();
  while ((await statuses(old, left)).sent !== LETTERS) await sleep(500);
  await worker.kill();

  at.admin('restored', 'restore');
  const restored = await at.openRestored();
  const clock = await takeDatabaseClock(restored);
  await clock.set(days * 24);
  const newer = photoKey(randomUUID(), 'display');
  await restored.storage.put(newer, Buffer.from('newer than the backup'));
  const taken = sink.taken.length;
  const next = await at.startRestoredWorker();
  await sleep(A_TURN_MS);
  if (sink.taken.length !== taken) wrong.push(`${sink.taken.length - taken} mails left before the release`);
  at.admin('restored', 'release');
  await sleep(A_TURN_MS);
  await allDone(restored);
  await next.stop();
  for (const later of [2, 2 * QUARANTINE_DAYS])
    await sweepOrphans(restored, new Date(Date.now() + later * DAY_SECONDS * 1_000), (seen) => seen);
  await restored.storage.read(newer).then(
    ({ stream }) => stream.destroy(),
    () => wrong.push('a photo that is newer than the backup was removed'),
  );

  const expected = { left: 'failed', missed: 'unsent', late: 'sent', coming: 'scheduled' };
  for (const [name, ids] of Object.entries({ left, missed, late, coming })) {
    const status = expected[name as keyof typeof expected];
    const found = await statuses(restored, ids);
    if (found[status] !== LETTERS) wrong.push(`${name}: ${JSON.stringify(found)}, not ${LETTERS} ${status}`);
  }
  const { rows } = await restored.db.execute<{ messageId: string; back: number; status: string }>(sql`
    select message_id as "messageId", status, (
      select count(*)::int from ledger_entries e where e.kind = 'letter-returned' and e.reference = l.id::text) as back
    from letters l`);
  for (const { messageId, status, back } of rows) {
    if (sink.taken.filter((one) => one === messageId).length > 1) wrong.push(`${messageId} left twice`);
    if (back !== (['failed', 'unsent'].includes(status) ? 1 : 0))
      wrong.push(`${status}: its credit came back ${back} times`);
  }
  const asked = sink.subjects.filter((subject) => subject.startsWith('Did your letter')).length;
  // One mail a person: one wrote all ten.
  if (asked !== 1) wrong.push(`${asked} mails asked the sender, not 1`);
  const told = sink.subjects.filter((subject) => subject.endsWith('did not arrive')).length;
  if (told !== 1) wrong.push(`${told} mails told the sender that a day had passed, not 1`);
  return [...wrong, ...(await verifyLedger(restored.db))];
}

async function statuses({ db }: Services, ids: number[]): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ status: string; n: number }>(sql`
    select status, count(*)::int as n from letters where id = any(${sql.param(ids)}) group by status`);
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}
