import { Gauge, Registry } from 'prom-client';
import { findHold } from '../../core/holds.ts';
import { PREFIX } from '../../core/meters.ts';
import type { Services } from '../../core/services.ts';
import { type Count, type Done, oldestLetter, readQueue, readRecorded } from './figures.ts';

type SetGauge = (name: string, help: string, value: number, labels?: Record<string, string>) => void;

/**
 * Meters and pool are of this process; the rest is of the fleet, so queries take the maximum over processes. When the
 * database is away, only its figures are missing.
 */
export async function metricsText({ db, log, pool, storage, events, meters }: Services): Promise<string> {
  // One for each answer: a value that could not be read is then missing, instead of that of the answer before.
  const read = new Registry();
  const set: SetGauge = (name, help, value, labels = {}) => {
    const known = read.getSingleMetric(PREFIX + name);
    const labelNames = Object.keys(labels);
    const gauge =
      known instanceof Gauge
        ? known
        : new Gauge({ name: PREFIX + name, help, labelNames, registers: [read] });
    gauge.set(labels, value);
  };
  const whether = (asked: Promise<void>, failure: string) =>
    asked.then(
      () => 1,
      (error: unknown) => {
        log.warn({ err: error }, failure);
        return 0;
      },
    );
  const { totalCount, idleCount: idle, waitingCount } = pool;
  for (const [state, count] of Object.entries({ used: totalCount - idle, idle, 'waited for': waitingCount }))
    set('pool_connections', 'Database connections of this process', count, { state });
  const isUp = await whether(setFromDatabase(db, set), 'metrics without the database');
  set('database_up', 'Whether the database answers', isUp);
  const answers = await whether(storage.check(), 'storage does not answer');
  set('storage_up', 'Whether storage answers and can be written', answers);
  set(
    'announcements_deaf_seconds',
    'How long this process has missed announcements; 0 while it hears them',
    events.deafSeconds,
  );
  return Registry.merge([meters.registry, read]).metrics();
}

async function setFromDatabase(db: Services['db'], set: SetGauge): Promise<void> {
  const asked = performance.now();
  const hold = await findHold(db, 'restored');
  const took = (performance.now() - asked) / 1_000;
  set('database_answer_seconds', 'How long the database took for a small question', took);
  set('held', 'Whether a restore holds everything until the operator releases it', hold ? 1 : 0);
  for (const { name, due, later, active, failed, setAside, age } of await readQueue(db)) {
    for (const [state, count] of Object.entries({ due, later, active, failed, 'set aside': setAside }))
      set('queue_jobs', 'Jobs, over the fleet', count, { queue: name, state });
    set('queue_oldest_seconds', 'How long the oldest job has been due', age, { queue: name });
  }
  const oldest = await oldestLetter(db);
  set('letter_oldest_seconds', 'How long the oldest letter or answer has been due', oldest);
  const { figures, age, ledgerFaults } = await readRecorded(db);
  if (ledgerFaults !== null)
    set(
      'ledger_faults',
      'Balances that are not the sum of their entries, purchases not granted once; 0 is right',
      ledgerFaults,
    );
  if (!figures) return;
  const setAll = (name: string, help: string, label: string, counts: Count[]) => {
    for (const { kind, count } of counts) set(name, help, count, { [label]: kind });
  };
  const setDone = (name: string, help: string, done: Done[] = []) => {
    const counts = done.map(({ place, at }) => ({ kind: place, count: at / 1_000 }));
    setAll(name, help, 'place', counts.length > 0 ? counts : [{ kind: 'folder', count: 0 }]);
  };
  const { letters, replies, relays, inbound, photos, users, refundsWaiting, reportsOpen, orphans } = figures;
  set('figures_age_seconds', 'How long ago letters, answers and photos were counted', age);
  setAll('letters', 'Letters by status, over the fleet', 'status', letters);
  setAll('replies', 'Answers by where they were written', 'origin', replies);
  setAll('relays', 'Answers by how far their mail came', 'status', relays);
  setAll('inbound_messages', 'Messages that came in, by outcome', 'outcome', inbound);
  set('photos', 'Photos that were converted and are stored', photos.stored);
  set('photos_last_hour', 'Photos converted within the last hour', photos.lastHour);
  set('photo_bytes', 'Bytes of all stored variants', photos.bytes);
  set('users', 'People', users);
  set('refunds_waiting', 'Credits of bounced letters that wait for the operator', refundsWaiting);
  set('reports_open', 'Reports of letters that the operator has not closed', reportsOpen);
  set('orphans_waiting', 'Stored objects without a row, kept for 30 days', orphans.waiting);
  set('orphans_overdue', 'Of those, kept longer: held, or too many at once', orphans.overdue);
  setDone(
    'backup_timestamp_seconds',
    'When the last backup was done, in seconds of the epoch; 0 for never',
    figures.backups,
  );
  setDone(
    'backup_verified_timestamp_seconds',
    'When a backup was last restored to verify it, the same',
    figures.verified,
  );
}
