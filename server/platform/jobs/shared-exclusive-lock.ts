/**
 * Turns that many share or one has to itself. First come, first served: whoever wants to be alone waits for those
 * before, and those who come later wait for them.
 */
export class SharedExclusiveLock {
  #shared = 0;
  #alone = false;
  readonly #waiting: { alone: boolean; begin: () => void }[] = [];

  async run<Answer>(alone: boolean, work: () => Promise<Answer>): Promise<Answer> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ alone, begin });
      this.#admit();
    });
    try {
      return await work();
    } finally {
      if (alone) this.#alone = false;
      else this.#shared--;
      this.#admit();
    }
  }

  #admit(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (!next || this.#alone || (next.alone && this.#shared > 0)) return;
      this.#waiting.shift();
      if (next.alone) this.#alone = true;
      else this.#shared++;
      next.begin();
    }
  }
}
