export class LimiterFull extends Error {
  override name = 'LimiterFull';
}

/**
 * Runs a limited amount of work at once and keeps the rest waiting, first come, first served. Heavier work takes the
 * place of several; nothing overtakes it, so it cannot starve.
 */
export class FairLimiter {
  #free: number;
  readonly #capacity: number;
  readonly #mostWaiting: number;
  readonly #waiting: { weight: number; start: () => void }[] = [];

  /**
   * @param capacity weight that may run at once
   * @param mostWaiting pieces of work that may wait
   */
  constructor(capacity: number, mostWaiting = Number.POSITIVE_INFINITY) {
    this.#capacity = capacity;
    this.#mostWaiting = mostWaiting;
    this.#free = capacity;
  }

  /**
   * @param weight at most the capacity counts; the capacity itself means alone
   * @throws {LimiterFull}
   */
  async take<Result>(weight: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= this.#mostWaiting) throw new LimiterFull('Too much is waiting already.');
    const held = Math.min(weight, this.#capacity);
    await new Promise<void>((start) => {
      this.#waiting.push({ weight: held, start });
      this.#startNext();
    });
    try {
      return await work();
    } finally {
      this.#free += held;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (let first = this.#waiting[0]; first && first.weight <= this.#free; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= first.weight;
      first.start();
    }
  }
}
