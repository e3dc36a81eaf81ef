import { FairLimiter, LimiterFull } from '../../../../packages/threads/fair-limiter.ts';
import { TurnsByKey } from '../../../../packages/threads/turns-by-key.ts';

/** `heavy`: a picture so large that two of them at once would take too much memory. */
export type Weight = 'light' | 'heavy';

/** Each conversion keeps a core busy for a while and a decoded picture in memory. */
const MOST_AT_ONCE = 3;
/** One person never has all of them, so that a light conversion of somebody else begins at once. */
const MOST_EACH = 2;
/** What a conversion counts towards both limits: a light one can run beside a heavy one. */
const WEIGHTS: Record<Weight, number> = { light: 1, heavy: 2 };
/** Steps that may wait: one person's photos of a day, and those of many people. */
const WAITING_EACH = 200;
const WAITING = 4_000;

/** Many photos of one person do not delay others': at most two of them are in the common queue. They keep their order. */
export class ConversionTurns {
  readonly #people = new TurnsByKey(MOST_EACH, WAITING_EACH);
  /** heavy ones wait here, so that light ones pass all but the first */
  readonly #heavy = new FairLimiter(1);
  readonly #all = new FairLimiter(MOST_AT_ONCE);
  #taken = 0;

  /** @throws {LimiterFull} when too much waits already */
  async take<Result>(person: string, weight: Weight, work: () => Promise<Result>): Promise<Result> {
    if (this.#taken >= WAITING) throw new LimiterFull('Too many conversions are waiting already.');
    this.#taken += 1;
    const share = WEIGHTS[weight];
    const amongAll = () => this.#all.take(share, work);
    try {
      return await this.#people.take(person, share, () =>
        weight === 'heavy' ? this.#heavy.take(1, amongAll) : amongAll(),
      );
    } finally {
      this.#taken -= 1;
    }
  }
}
