import { statfs } from 'node:fs/promises';
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
/** More than this is a fault of our mail, not of the addresses. */
const NOT_ARRIVED = { share: 0.05, atLeast: 3 };

/** Milliseconds that a trouble must last before it is reported, and be gone before its end is. */
export const LASTS_MS = 30_000;
export const NO_WORKER =
  'No worker is at work: letters, answers and mails wait. Is one running, and is the database held? systemctl status slow-letters; npm run admin doctor.';

export const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

export interface Trouble {
  /** the same for as long as it lasts, such as `jobs late: send-letter` */
  kind: string;
  text: string;
}

/** @returns null when the folder is missing or cannot be read, such as when its disk is gone */
export async function percentFree({ DATA_DIR }: Config): Promise<number | null> {
  const disk = await statfs(DATA_DIR).catch(() => null);
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
  const texts: TextByKind = {};
  await storage.check().catch((error: unknown) => {
    log.error({ err: error }, 'storage does not answer');
    texts.storage = `Storage does not answer or cannot be written (${messageOf(error)}); letters with photos wait: npm run admin doctor.`;
  });
  texts.workers = (await isLeaderless(db, LASTS_MS)) && NO_WORKER;
  const refused = await recentOutage(db);
  texts['storage refused'] =
    refused &&
    `Something could not be stored or read at ${refused.at.toISOString().slice(11, 16)} UTC (${refused.fault}): is a disk full, or access denied? The log says what.`;
  const hold = await findHold(db, 'restored');
  texts.held =
    hold &&
    `Nothing leaves, is fetched or swept: ${hold.reason}. When photos, letters and settings are right: npm run admin release.`;
  texts.ledger =
    ledgerFaults && `The ledger does not add up in ${ledgerFaults} places: npm run admin verify-ledger.`;
  const away = await mailServerAway(db);
  texts['mail server'] =
    away &&
    `The mail server takes nothing since ${minute(away.since)} UTC (${away.response}); letters wait for it and leave by themselves: npm run admin doctor.`;
  const late = await oldestLetter(db);
  texts['letters late'] =
    late > LATE_SECONDS &&
    `A letter or answer has been due for ${Math.round(late / 60)} minutes: is a worker running, and what does its log say of the mail server? A letter of a chosen day goes back to its sender when it is ${ARRIVAL_LATE_HOURS} hours late.`;
  for (const { name, age, failed, setAside } of queue) {
    texts[`jobs late: ${name}`] =
      age > LATE_SECONDS &&
      `A ${name} job has been due for ${Math.round(age / 60)} minutes: npm run admin queue.`;
    texts[`jobs failed: ${name}`] = failed && `${failed} ${name} jobs failed for good: npm run admin queue.`;
    texts[`jobs set aside: ${name}`] =
      setAside && `${setAside} ${name} jobs are set aside, processes died under them: npm run admin queue.`;
  }
  const findings = (await openFindings(db)).length;
  texts.payments = findings && `${findings} payments or disputes do not add up: npm run admin shortfalls.`;
  const isBeyond = async (daily: Limit) => (await count(db, daily, 0)).count > daily.most;
  const pauses = limit('alerts of pauses', null);
  texts['many pauses'] =
    (await isBeyond(pauses)) &&
    `More than ${pauses.most} senders were paused or asked for a look today, and the others were not mailed: npm run admin senders.`;
  const free = await percentFree(config);
  texts.disk =
    free === null
      ? `The disk does not say how much of it is free: df -h ${config.DATA_DIR}.`
      : free < DISK_FREE && `Only ${free} % of the disk is free: df -h ${config.DATA_DIR}.`;
  if (!figures) return troublesOf(texts);
  const { refundsWaiting, reportsOpen, orphans, backups = [], verified = [], lastDay } = figures;
  const alerts = limit('alerts of reports', null);
  const reports = reportsOpen > alerts.most || (await isBeyond(alerts)) ? 'many reports' : 'reports';
  texts[reports] = reportsOpen && `${reportsOpen} letters are reported: npm run admin reports.`;
  texts.refunds =
    refundsWaiting &&
    `${refundsWaiting} credits of bounced letters wait for your decision: npm run admin refunds.`;
  texts.orphans =
    orphans.overdue &&
    `${orphans.overdue} stored objects without a row are not removed: npm run admin orphans.`;
  const { sent, notArrived } = lastDay;
  texts.bounces =
    notArrived >= NOT_ARRIVED.atLeast &&
    notArrived > (sent + notArrived) * NOT_ARRIVED.share &&
    `${notArrived} of ${sent + notArrived} letters of the last day did not arrive: npm run admin doctor looks at DKIM and SPF.`;
  for (const { place, at } of backups) {
    const age = (Date.now() - at) / HOUR_MS;
    texts[`backup: ${place}`] =
      age > BACKUP_HOURS &&
      `The last backup to the ${place} is ${Math.round(age)} hours old: npm run admin backup.`;
  }
  for (const { place, at } of verified) {
    const days = (Date.now() - at) / (24 * HOUR_MS);
    texts[`backup verify: ${place}`] =
      days > VERIFY_DAYS &&
      `The last backup in the ${place} that was restored to verify it is of ${Math.round(days)} days ago: npm run admin backup verify.`;
  }
  return troublesOf(texts);
}

/** Falsy for what is well. */
type TextByKind = Record<string, string | false | 0 | null | undefined>;

const troublesOf = (texts: TextByKind): Trouble[] =>
  Object.entries(texts).flatMap(([kind, text]) => (text ? [{ kind, text }] : []));
