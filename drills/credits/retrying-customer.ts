import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from '../../test/support/sign-in.ts';

/** Milliseconds between two attempts. */
const PAUSE = 60;
/** On a busy machine a round is mostly the start of the server, so a call may need several rounds. */
const PATIENCE = 300_000;

export interface Line {
  url: string;
  /** calls that a kill interrupted */
  cut: number;
}

/**
 * Repeats a call until it is answered, as the browser and the payment provider do, with the same Idempotency-Key. A 503
 * means to try again.
 * @throws for any other status than 200
 */
export async function callUntilAnswered<Answer>(
  line: Line,
  path: string,
  request: { method?: string; headers: Record<string, string>; body?: string },
): Promise<Answer> {
  const begun = performance.now();
  while (performance.now() - begun < PATIENCE) {
    try {
      const answer = await fetch(line.url + path, { ...request, signal: AbortSignal.timeout(20_000) });
      const text = await answer.text();
      if (answer.status === 200) return JSON.parse(text);
      if (answer.status !== 503) throw new UnexpectedResponse(`${path}: ${answer.status} ${text}`);
    } catch (error) {
      if (error instanceof UnexpectedResponse) throw error;
      if (!foundNobody(error)) line.cut++;
    }
    await sleep(PAUSE);
  }
  throw new Error(`${path}: no answer in ${PATIENCE} ms`);
}

class UnexpectedResponse extends Error {}

function foundNobody(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

export class RetryingCustomer {
  readonly person: SignedIn;
  readonly #line: Line;
  #intents = 0;

  constructor(line: Line, person: SignedIn) {
    this.#line = line;
    this.person = person;
  }

  post<Answer>(path: string, body?: object): Promise<Answer> {
    this.#intents++;
    return callUntilAnswered(this.#line, path, {
      method: 'POST',
      headers: {
        ...this.person.headers,
        'content-type': 'application/json',
        'idempotency-key': `intent ${this.#intents}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  get<Answer>(path: string): Promise<Answer> {
    return callUntilAnswered(this.#line, path, { headers: this.person.headers });
  }
}
