import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Every metric name begins with it. */
export const PREFIX = 'slow_letters_';

const ATTEMPT_OUTCOMES = ['sent', 'put off', 'given up', 'broken off'] as const;
/** How an attempt to mail a letter ended; one that broke off without an answer is repeated. */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * Metrics of this process: requests, jobs, mail, photos, memory, event loop. Labels hold route templates, kinds and
 * outcomes, never an id or an address.
 */
export class Meters {
  readonly registry = new Registry();
  readonly #requests = this.#histogram(
    'http_request_seconds',
    'Time to answer, by method, route template and status, of this process',
    ['method', 'route', 'status'],
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
  );
  readonly #jobs = this.#histogram(
    'job_seconds',
    'Time a job took, by queue and how it ended (completed, failed), of this process',
    ['queue', 'outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  );
  readonly #conversions = this.#histogram(
    'photo_conversion_seconds',
    'Time from an uploaded file to its photo with the wait for its turn, by outcome (taken or why not), of this process',
    ['outcome'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  );
  readonly #attempts = new Counter({
    name: `${PREFIX}letter_attempts_total`,
    help: 'Attempts to mail a letter, by outcome, of this process',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // A counter that was never increased has no series, and an alert on it would never fire.
    for (const outcome of ATTEMPT_OUTCOMES) this.#attempts.inc({ outcome }, 0);
  }

  /** @param seconds from the request to the end of its answer */
  request(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds);
  }

  job(queue: string, outcome: 'completed' | 'failed', seconds: number): void {
    this.#jobs.observe({ queue, outcome }, seconds);
  }

  /** @param outcome 'taken', or the code of the refusal */
  conversion(outcome: string, seconds: number): void {
    this.#conversions.observe({ outcome }, seconds);
  }

  attempt(outcome: AttemptOutcome): void {
    this.#attempts.inc({ outcome });
  }

  #histogram<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ): Histogram<Label> {
    return new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers: [this.registry] });
  }
}
