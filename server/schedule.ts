import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/durations.ts';
import { requeueStuckRelays } from './answers/relay-reply.ts';
import { foldEarlierReplies } from './answers/search-letters.ts';
import { sweepKeys } from './core/idempotency.ts';
import { sweepSetAside } from './core/jobs/set-aside-jobs.ts';
import { claimLead, endTurn, readTurns, repeatTurn, takeTurn } from './core/leader.ts';
import { sweepCounters } from './core/rate-limit.ts';
import { requeueStuckLetters } from './letters/deliver/deliver-letter.ts';
import { sweepDrafts } from './letters/drafts/data.ts';
import { foldEarlierLetters } from './letters/folded.ts';
import { sweepNewPhotos, sweepPhotos } from './letters/photos/sweep-photos.ts';
import { computeArrivalsAgain } from './letters/wait/arrival.ts';
import { releaseScheduled } from './letters/wait/release-letters.ts';
import { returnExpired } from './letters/wait/return-expired.ts';
import { sweepUnsentLetters } from './letters/wait/sweep-unsent.ts';
import { claimForKnownAddresses } from './money/gifts/claim-gifts.ts';
import { mailDueGifts } from './money/gifts/gift-mail.ts';
import { returnOldGifts } from './money/gifts/return-gifts.ts';
import { refreshUnfinishedCheckouts } from './money/payments/checkout/refresh.ts';
import { reconcile } from './money/payments/reconcile.ts';
import { noteSeen } from './operator/hold-restored.ts';
import { recordFigures, recordLedger } from './operator/metrics/figures.ts';
import { sweepOrphans } from './operator/sweep-orphans.ts';
import { tellOperator, tellOperatorOfWeek } from './operator/tell-operator.ts';
import type { AllServices } from './pages/account/erasure-list.ts';
import { sweepIdentity } from './people/identity/sweep-identity.ts';
import { sendReminders } from './people/occasions/send-reminders.ts';
import { sweepSupport } from './people/support/receive-support-message.ts';

const TICK_MS = 5_000;

interface Schedule {
  name: string;
  every: number;
  run: (services: AllServices) => Promise<unknown>;
  /** any process may take its turn, since it can't wait until a new leader is found */
  byAny?: true;
}
/** Common holder of these turns: none counts as abandoned by another process and is repeated early. */
const ANY = 'any process';

/**
 * `every` is in milliseconds. One process of the fleet runs each when it is due, and once more if the one that ran it ended
 * midway; around a change of the leader two may run it, without harm. The nightly backup is a systemd timer in `deploy/`.
 */
const SCHEDULES: Schedule[] = [
  { name: 'requeue stuck letters', every: 5 * MINUTE_MS, run: requeueStuckLetters },
  // Letters are queued within a minute of their time, also when the process is killed that releases them.
  { name: 'release scheduled letters', every: MINUTE_MS / 4, run: releaseScheduled, byAny: true },
  { name: 'compute arrivals again', every: 6 * HOUR_MS, run: ({ db }) => computeArrivalsAgain(db) },
  { name: 'give back letters that waited too long', every: HOUR_MS, run: returnExpired },
  { name: 'tell of gifts', every: MINUTE_MS, run: mailDueGifts },
  { name: 'claim gifts for known addresses', every: MINUTE_MS, run: ({ db }) => claimForKnownAddresses(db) },
  { name: 'give back gifts that nobody claimed', every: 6 * HOUR_MS, run: returnOldGifts },
  { name: 'requeue stuck relays', every: 5 * MINUTE_MS, run: requeueStuckRelays },
  { name: 'refresh unfinished checkouts', every: 5 * MINUTE_MS, run: refreshUnfinishedCheckouts },
  { name: 'compare with the payment provider', every: DAY_MS, run: reconcile },
  { name: 'send reminders', every: 15 * MINUTE_MS, run: (services) => sendReminders(services) },
  { name: 'fold earlier letters', every: 5 * MINUTE_MS, run: ({ db }) => foldEarlierLetters(db) },
  { name: 'fold earlier answers', every: 5 * MINUTE_MS, run: ({ db }) => foldEarlierReplies(db) },
  { name: 'sweep old drafts', every: HOUR_MS, run: ({ db }) => sweepDrafts(db) },
  { name: 'sweep unsent letters', every: 6 * HOUR_MS, run: sweepUnsentLetters },
  { name: 'sweep new unused photos', every: 30 * MINUTE_MS, run: sweepNewPhotos },
  { name: 'sweep unused photos', every: DAY_MS, run: (services) => sweepPhotos(services) },
  { name: 'sweep orphaned objects', every: 6 * HOUR_MS, run: sweepOrphans },
  { name: 'count figures', every: 5 * MINUTE_MS, run: ({ db }) => recordFigures(db) },
  { name: 'verify the ledger', every: 10 * MINUTE_MS, run: ({ db }) => recordLedger(db) },
  { name: 'tell the operator', every: MINUTE_MS / 6, run: (services) => tellOperator(services) },
  { name: 'tell the operator of the week', every: 7 * DAY_MS, run: tellOperatorOfWeek },
  // A database that lacks the last two notes was set back, and is held: what left in between would leave again.
  { name: 'note how far the database has come', every: MINUTE_MS / 4, run: (services) => noteSeen(services) },
  { name: 'sweep idempotency keys', every: HOUR_MS, run: ({ db }) => sweepKeys(db) },
  { name: 'sweep job starts', every: HOUR_MS, run: ({ queue }) => queue.sweepStarts() },
  { name: 'sweep set-aside jobs', every: 6 * HOUR_MS, run: ({ db }) => sweepSetAside(db) },
  { name: 'sweep identity', every: HOUR_MS, run: ({ db }) => sweepIdentity(db) },
  { name: 'sweep messages to support', every: DAY_MS, run: ({ db }) => sweepSupport(db) },
  { name: 'sweep rate counters', every: HOUR_MS, run: ({ db }) => sweepCounters(db) },
];

export function startSchedule(services: AllServices): { stop(): void } {
  const { db, log } = services;
  const underWay = new Set<string>();
  const act = async () => {
    const leads = await claimLead(db);
    const turns = await readTurns(db);
    for (const { name, every, run, byAny } of SCHEDULES) {
      if (!leads && !byAny) continue;
      const holder = byAny ? ANY : undefined;
      const { age, isAbandoned } = turns.get(name) ?? { age: every, isAbandoned: false };
      if (underWay.has(name) || (age >= 0 && age < every && !isAbandoned)) continue;
      if (!(await takeTurn(db, name, every, holder))) continue;
      underWay.add(name);
      run({ ...services, db: services.longDb })
        .catch((error: unknown) => {
          log.error({ err: error, schedule: name }, 'schedule failed');
          return repeatTurn(db, name, every);
        })
        .then(() => endTurn(db, name, holder))
        .catch((error: unknown) => log.warn({ err: error, schedule: name }, 'its outcome was not noted'))
        .finally(() => underWay.delete(name));
    }
  };
  const timer = setInterval(() => {
    act().catch((error: unknown) => log.warn({ err: error }, 'what is due was not looked up'));
  }, TICK_MS);
  return { stop: () => clearInterval(timer) };
}
