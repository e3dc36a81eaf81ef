/** Thrown when too many already wait. */
export class SemaphoreFull extends Error {
  override name = 'SemaphoreFull';
}

/** Lets a few run at once and a bounded number wait, so that a flood of costly work is refused, not piled up. */
export class Semaphore {
  readonly #atOnce: number;
  readonly #waitingRoom: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, waitingRoom: number) {
    this.#atOnce = atOnce;
    this.#waitingRoom = waitingRoom;
  }

  /** @throws {SemaphoreFull} when the waiting room is full */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingRoom) throw new SemaphoreFull('Too much is waiting already.');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes straight to the next in line, so the count never dips and lets a third one in.
      if (next) next();
      else this.#running -= 1;
    }
  }
}
