import { LimiterFull } from '../../../../packages/threads/fair-limiter.ts';

/** `heavy`: a picture so large that two of them at once would take too much memory. */
export type Weight = 'light' | 'heavy';

/** Each conversion keeps a core busy for a while and a decoded picture in memory. */
const MOST_AT_ONCE = 3;
/** While a heavy one waits for its turn no more than these begin. */
const LIGHT_BESIDE_HEAVY = 1;
/** What a conversion counts towards `MOST_EACH`. */
const WEIGHTS: Record<Weight, number> = { light: 1, heavy: 2 };
/** One person never has all of them, so that a light conversion of somebody else begins at once. */
const MOST_EACH = 2;
/** Steps that may wait: one person's photos of a day, and those of many people. */
const WAITING_EACH = 200;
const WAITING = 4_000;

interface Queue {
  /** weight of what runs */
  running: number;
  waiting: { weight: Weight; start: () => void }[];
}

/** People take turns, so that many photos of one hold up nobody else's. The photos of one person keep their order. */
export class ConversionTurns {
  /** by person; the one whose turn is next comes first */
  readonly #queues = new Map<string, Queue>();
  #light = 0;
  #heavy = 0;
  #waiting = 0;

  /** @throws {LimiterFull} when too much waits already */
  async take<Result>(person: string, weight: Weight, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(person) ?? { running: 0, waiting: [] };
    if (queue.waiting.length >= WAITING_EACH || this.#waiting >= WAITING) {
      throw new LimiterFull('Too many conversions are waiting already.');
    }
    this.#queues.set(person, queue);
    await new Promise<void>((start) => {
      queue.waiting.push({ weight, start });
      this.#waiting += 1;
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#count(queue, weight, -1);
      if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(person);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (let person = this.#next(); person !== null; person = this.#next()) {
      const queue = this.#queues.get(person);
      const first = queue?.waiting.shift();
      if (!queue || !first) return;
      this.#queues.delete(person);
      this.#queues.set(person, queue);
      this.#waiting -= 1;
      this.#count(queue, first.weight, 1);
      first.start();
    }
  }

  #next(): string | null {
    let heavyComes = this.#heavy > 0;
    for (const [person, { running, waiting }] of this.#queues) {
      const weight = waiting[0]?.weight;
      if (weight === undefined || running + WEIGHTS[weight] > MOST_EACH) continue;
      if (weight === 'heavy') {
        if (this.#heavy === 0 && this.#light <= LIGHT_BESIDE_HEAVY) return person;
        heavyComes = true;
      } else if (this.#light < (heavyComes ? LIGHT_BESIDE_HEAVY : MOST_AT_ONCE)) {
        return person;
      }
    }
    return null;
  }

  #count(queue: Queue, weight: Weight, change: 1 | -1): void {
    queue.running += change * WEIGHTS[weight];
    if (weight === 'heavy') this.#heavy += change;
    else this.#light += change;
  }
}
