import { Gauge, Registry } from 'prom-client';
import { findHold } from '../../core/holds.ts';
import { PREFIX } from '../../core/meters.ts';
import type { Services } from '../../core/services.ts';
import { type Count, type Done, oldestLetter, readQueue, readRecorded } from './figures.ts';

/** Meters and pool are of this process; the rest is of the fleet, so queries take the maximum over processes. */
export class Metrics {
  readonly #services: Services;
  /** of one answer, so that what is not read for it is missing and not that of before */
  readonly #read = new Registry();

  constructor(services: Services) {
    this.#services = services;
  }

  /** When the database is away, only its figures are missing. */
  async text(): Promise<string> {
    this.#readPool();
    try {
      await this.#readDatabase();
      this.#set('database_up', 'Whether the database answers', 1);
    } catch (error) {
      this.#services.log.warn({ err: error }, 'metrics without the database');
      this.#set('database_up', 'Whether the database answers', 0);
    }
    await this.#readStorage();
    this.#set(
      'announcements_deaf_seconds',
      'How long this process has missed announcements; 0 while it hears them',
      this.#services.events.deafSeconds,
    );
    return Registry.merge([this.#services.meters.registry, this.#read]).metrics();
  }

  async #readStorage(): Promise<void> {
    const answers = await this.#services.storage.check().then(
      () => 1,
      (error: unknown) => {
        this.#services.log.warn({ err: error }, 'storage does not answer');
        return 0;
      },
    );
    this.#set('storage_up', 'Whether storage answers and can be written', answers);
  }

  #readPool(): void {
    const { totalCount, idleCount, waitingCount } = this.#services.pool;
    const help = 'Database connections of this process';
    this.#set('pool_connections', help, totalCount - idleCount, { state: 'used' });
    this.#set('pool_connections', help, idleCount, { state: 'idle' });
    this.#set('pool_connections', help, waitingCount, { state: 'waited for' });
  }

  async #readDatabase(): Promise<void> {
    const { db } = this.#services;
    const asked = performance.now();
    const hold = await findHold(db, 'restored');
    const took = (performance.now() - asked) / 1_000;
    this.#set('database_answer_seconds', 'How long the database took for a small question', took);
    this.#set('held', 'Whether a restore holds everything until the operator releases it', hold ? 1 : 0);
    for (const { name, due, later, active, failed, setAside, age } of await readQueue(db)) {
      for (const [state, count] of Object.entries({ due, later, active, failed, 'set aside': setAside }))
        this.#set('queue_jobs', 'Jobs, over the fleet', count, { queue: name, state });
      this.#set('queue_oldest_seconds', 'How long the oldest job has been due', age, { queue: name });
    }
    const oldest = await oldestLetter(db);
    this.#set('letter_oldest_seconds', 'How long the oldest letter or answer has been due', oldest);
    await this.#readRecorded();
  }

  async #readRecorded(): Promise<void> {
    const { figures, age, ledgerFaults } = await readRecorded(this.#services.db);
    if (ledgerFaults !== null)
      this.#set(
        'ledger_faults',
        'Balances that are not the sum of their entries, purchases not granted once; 0 is right',
        ledgerFaults,
      );
    if (!figures) return;
    this.#set('figures_age_seconds', 'How long ago letters, answers and photos were counted', age);
    this.#setAll('letters', 'Letters by status, over the fleet', 'status', figures.letters);
    this.#setAll('replies', 'Answers by where they were written', 'origin', figures.replies);
    this.#setAll('relays', 'Answers by how far their mail came', 'status', figures.relays);
    this.#setAll('inbound_messages', 'Messages that came in, by outcome', 'outcome', figures.inbound);
    this.#set('photos', 'Photos that were converted and are stored', figures.photos.stored);
    this.#set('photos_last_hour', 'Photos converted within the last hour', figures.photos.lastHour);
    this.#set('photo_bytes', 'Bytes of all stored variants', figures.photos.bytes);
    this.#set('users', 'People', figures.users);
    this.#set(
      'refunds_waiting',
      'Credits of bounced letters that wait for the operator',
      figures.refundsWaiting,
    );
    this.#set('reports_open', 'Reports of letters that the operator has not closed', figures.reportsOpen);
    const { orphans, backups, verified } = figures;
    this.#set('orphans_waiting', 'Stored objects without a row, kept for 30 days', orphans.waiting);
    this.#set('orphans_overdue', 'Of those, kept longer: held, or too many at once', orphans.overdue);
    this.#setDone(
      'backup_timestamp_seconds',
      'When the last backup was done, in seconds of the epoch; 0 for never',
      backups,
    );
    this.#setDone(
      'backup_verified_timestamp_seconds',
      'When a backup was last restored to verify it, the same',
      verified,
    );
  }

  #setDone(name: string, help: string, done: Done[] = []): void {
    const counts: Count[] = done.map(({ place, at }) => ({ kind: place, count: at / 1_000 }));
    this.#setAll(name, help, 'place', counts.length > 0 ? counts : [{ kind: 'folder', count: 0 }]);
  }

  #setAll(name: string, help: string, label: string, counts: Count[]): void {
    for (const { kind, count } of counts) this.#set(name, help, count, { [label]: kind });
  }

  #set(name: string, help: string, value: number, labels: Record<string, string> = {}): void {
    const known = this.#read.getSingleMetric(PREFIX + name);
    const labelNames = Object.keys(labels);
    const gauge =
      known instanceof Gauge
        ? known
        : new Gauge({ name: PREFIX + name, help, labelNames, registers: [this.#read] });
    gauge.set(labels, value);
  }
}
