import { Agent, request } from 'node:http';

/** What a proxy keeps for one process behind it: open connections, and a health check at intervals. */
export class Upstream {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #port: number;
  #checking: NodeJS.Timeout;
  healthy = false;

  /** @param every milliseconds between health checks */
  constructor(port: number, every: number) {
    this.#port = port;
    this.#checking = setInterval(() => void this.#check(), every);
  }

  get(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ port: this.#port, path, agent: this.#agent }, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0)).once('error', reject);
      });
      outgoing.once('error', reject).end();
    });
  }

  async #check(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(1_000);
      this.healthy = (await fetch(`http://127.0.0.1:${this.#port}/readyz`, { signal })).ok;
    } catch {
      // Any failure means that no request is sent there.
      this.healthy = false;
    }
  }

  close(): void {
    clearInterval(this.#checking);
    this.#agent.destroy();
  }
}
