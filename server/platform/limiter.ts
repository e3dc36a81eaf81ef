/** Thrown when too much waits already. */
export class LimiterFull extends Error {
  override name = 'LimiterFull';
}

/**
 * Lets so much work run at once and keeps the rest waiting in the order in which it came. Work of a greater weight
 * takes the place of several; none overtakes it, so it can't starve.
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
   * @param weight at most the capacity counts
   * @throws {LimiterFull}
   */
  async take<Result>(weight: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= this.#mostWaiting) throw new LimiterFull('Too much waits already.');
    const held = Math.min(weight, this.#capacity);
    await new Promise<void>((start) => {
      this.#waiting.push({ weight: held, start });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#free += held;
      this.#next();
    }
  }

  #next(): void {
    for (let first = this.#waiting[0]; first && first.weight <= this.#free; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= first.weight;
      first.start();
    }
  }
}
