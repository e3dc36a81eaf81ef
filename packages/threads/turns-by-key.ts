import { FairLimiter } from './fair-limiter.ts';

/** What has the same key waits among itself, so that much of one holds up nobody else's; it keeps its order. */
export class TurnsByKey {
  readonly #turns = new Map<string, { limiter: FairLimiter; taken: number }>();
  readonly #capacity: number;
  readonly #mostWaiting: number;

  /**
   * @param capacity weight of a key that may run at once
   * @param mostWaiting pieces of work of a key that may wait
   */
  constructor(capacity: number, mostWaiting: number) {
    this.#capacity = capacity;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {LimiterFull} */
  async take<Result>(key: string, weight: number, work: () => Promise<Result>): Promise<Result> {
    const fresh = () => ({ limiter: new FairLimiter(this.#capacity, this.#mostWaiting), taken: 0 });
    const own = this.#turns.get(key) ?? fresh();
    this.#turns.set(key, own);
    own.taken += 1;
    try {
      return await own.limiter.take(weight, work);
    } finally {
      own.taken -= 1;
      if (own.taken === 0) this.#turns.delete(key);
    }
  }
}
