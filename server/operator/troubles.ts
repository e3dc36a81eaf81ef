import { statfs } from 'node:fs/promises';
import { unlessMissing } from '../../packages/files/durable-files.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { ARRIVAL_LATE_HOURS } from '../../shared/limits.ts';
import type { Config } from '../core/config.ts';
import { findHold } from '../core/holds.ts';
import { isLeaderless } from '../core/leader.ts';
import { recentOutage } from '../core/outage.ts';
import { count, type Limit, limit } from '../core/rate-limit.ts';
import type { Services } from '../core/services.ts';
import { mailServerAway } from '../mail/out/server-turns.ts';
import { openFindings } from '../money/payments/findings.ts';
import { messageOf } from './doctor/check.ts';
import { oldestLetter, readQueue, readRecorded } from './metrics/figures.ts';

const LATE_SECONDS = 300;
const BACKUP_HOURS = 26;
const VERIFY_DAYS = 10;
const DISK_FREE = 15;
/** Beyond it is the mail and not the addresses. */
const NOT_ARRIVED = { share: 0.05, atLeast: 3 };

/** Milliseconds for which a trouble is there before it is told, and gone before it is over. */
export const LASTS_MS = 30_000;
export const NO_WORKER =
  'No worker is at work: letters, answers and mails wait. Is one running, and is the database held? systemctl status slow-letters; npm run admin doctor.';

export const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

export interface Trouble {
  /** the same for as long as it lasts, such as `jobs late: send-letter` */
  kind: string;
  text: string;
}

/** @returns null for a folder that is gone, as with its disk */
export async function percentFree({ DATA_DIR }: Config): Promise<number | null> {
  const disk = await unlessMissing(statfs(DATA_DIR));
  return disk && Math.round((disk.bavail / disk.blocks) * 100);
}

export async function findTroubles({
  config,
  db,
  storage,
  log,
}: Pick<Services, 'config' | 'db' | 'storage' | 'log'>): Promise<Trouble[]> {
  const { figures, ledgerFaults } = await readRecorded(db);
  const queue = await readQueue(db);
  const troubles: Trouble[] = [];
  const note = (kind: string, is: unknown, text: string) => {
    if (is) troubles.push({ kind, text });
  };
  await storage.check().catch((error: unknown) => {
    log.error({ err: error }, 'storage does not answer');
    note(
      'storage',
      true,
      `Storage does not answer or cannot be written (${messageOf(error)}); letters with photos wait: npm run admin doctor.`,
    );
  });
  note('workers', await isLeaderless(db, LASTS_MS), NO_WORKER);
  const refused = await recentOutage(db);
  note(
    'storage refused',
    refused,
    `Something could not be stored or read at ${refused?.at.toISOString().slice(11, 16)} UTC (${refused?.fault}): is a disk full, or access denied? The log says what.`,
  );
  const hold = await findHold(db, 'restored');
  note(
    'held',
    hold,
    `Nothing leaves, is fetched or swept: ${hold?.reason}. When photos, letters and settings are right: npm run admin release.`,
  );
  note(
    'ledger',
    ledgerFaults,
    `The ledger does not add up in ${ledgerFaults} places: npm run admin verify-ledger.`,
  );
  const away = await mailServerAway(db);
  note(
    'mail server',
    away,
    `The mail server takes nothing since ${away && minute(away.since)} UTC (${away?.response}); letters wait for it and leave by themselves: npm run admin doctor.`,
  );
  const late = await oldestLetter(db);
  note(
    'letters late',
    late > LATE_SECONDS,
    `A letter or answer has been due for ${Math.round(late / 60)} minutes: is a worker running, and what does its log say of the mail server? A letter of a chosen day goes back to its sender when it is ${ARRIVAL_LATE_HOURS} hours late.`,
  );
  for (const { name, age, failed, setAside } of queue) {
    note(
      `jobs late: ${name}`,
      age > LATE_SECONDS,
      `A ${name} job has been due for ${Math.round(age / 60)} minutes: npm run admin queue.`,
    );
    note(`jobs failed: ${name}`, failed, `${failed} ${name} jobs failed for good: npm run admin queue.`);
    note(
      `jobs set aside: ${name}`,
      setAside,
      `${setAside} ${name} jobs are set aside, processes died under them: npm run admin queue.`,
    );
  }
  const findings = (await openFindings(db)).length;
  note('payments', findings, `${findings} payments or disputes do not add up: npm run admin shortfalls.`);
  const isBeyond = async (daily: Limit) => (await count(db, daily, 0)).count > daily.most;
  const pauses = limit('alerts of pauses', null);
  note(
    'many pauses',
    await isBeyond(pauses),
    `More than ${pauses.most} senders were paused or asked for a look today, and the others were not mailed: npm run admin senders.`,
  );
  const free = await percentFree(config);
  note(
    'disk',
    free !== null && free < DISK_FREE,
    `Only ${free} % of the disk is free: df -h ${config.DATA_DIR}.`,
  );
  if (!figures) return troubles;
  const { refundsWaiting, reportsOpen, orphans, backups = [], verified = [], lastDay } = figures;
  const alerts = limit('alerts of reports', null);
  const reports = reportsOpen > alerts.most || (await isBeyond(alerts)) ? 'many reports' : 'reports';
  note(reports, reportsOpen, `${reportsOpen} letters are reported: npm run admin reports.`);
  note(
    'refunds',
    refundsWaiting,
    `${refundsWaiting} credits of bounced letters wait for your decision: npm run admin refunds.`,
  );
  note(
    'orphans',
    orphans.overdue,
    `${orphans.overdue} stored objects without a row are not removed: npm run admin orphans.`,
  );
  const { sent, notArrived } = lastDay;
  note(
    'bounces',
    notArrived >= NOT_ARRIVED.atLeast && notArrived > (sent + notArrived) * NOT_ARRIVED.share,
    `${notArrived} of ${sent + notArrived} letters of the last day did not arrive: npm run admin doctor looks at DKIM and SPF.`,
  );
  for (const { place, at } of backups) {
    const age = (Date.now() - at) / HOUR_MS;
    note(
      `backup: ${place}`,
      age > BACKUP_HOURS,
      `The last backup to the ${place} is ${Math.round(age)} hours old: npm run admin backup.`,
    );
  }
  for (const { place, at } of verified) {
    const days = (Date.now() - at) / (24 * HOUR_MS);
    note(
      `backup verify: ${place}`,
      days > VERIFY_DAYS,
      `The last backup in the ${place} that was restored to verify it is of ${Math.round(days)} days ago: npm run admin backup verify.`,
    );
  }
  return troubles;
}
