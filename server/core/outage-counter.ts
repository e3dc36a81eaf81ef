/** Milliseconds without a failure after which an outage is over. */
const QUIET_MS = 10_000;
/** Milliseconds between two lines about one outage. */
const REMINDED_EVERY_MS = 60_000;

/** Of the failures of an outage the first is logged, the others are counted. */
export class OutageCounter {
  readonly #onCount: (failures: number, seconds: number, isOver: boolean) => void;
  #begun = 0;
  #last = 0;
  #reminded = 0;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param onCount called each minute of an outage, and when it is over */
  constructor(onCount: (failures: number, seconds: number, isOver: boolean) => void) {
    this.#onCount = onCount;
  }

  /** @returns whether this failure is the first of an outage */
  failed(): boolean {
    this.#last = Date.now();
    this.#failures++;
    if (this.#timer) return false;
    this.#begun = this.#reminded = this.#last;
    this.#timer = setInterval(() => this.#look(), QUIET_MS / 2).unref();
    return true;
  }

  #look(): void {
    const now = Date.now();
    const isOver = now - this.#last >= QUIET_MS;
    if (!isOver && now - this.#reminded < REMINDED_EVERY_MS) return;
    this.#reminded = now;
    this.#onCount(this.#failures, Math.round((this.#last - this.#begun) / 1_000), isOver);
    if (!isOver) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#failures = 0;
  }
}
