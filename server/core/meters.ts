import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const PREFIX = 'slow_letters_';

/** One that broke off without an answer is repeated. */
const ATTEMPT_OUTCOMES = ['sent', 'put off', 'given up', 'broken off'] as const;

const DOORS = ['smtp', 'webhook', 'imap'] as const;
const ARRIVALS = ['accepted', 'refused', 'put off'] as const;

export const SECURITY_EVENTS = {
  'signed-in': 'done',
  'link-mailed': 'done',
  'password-reset': 'done',
  'password-changed': 'done',
  'wrong-password': 'refused',
  'locked-out': 'refused',
  'token-reused': 'refused',
  'token-refused': 'refused',
  limited: 'refused',
  denied: 'refused',
} as const;
export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** Seconds; for what goes over a network and should take well under one. */
const NETWORK_BUCKETS = [0.002, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/** Labels hold route templates, kinds and outcomes, never an id or an address. */
export class Meters {
  readonly registry = new Registry();
  readonly requests = this.#histogram(
    'http_request_seconds',
    'Time to answer, by method, route template and status, of this process',
    ['method', 'route', 'status'],
    [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
  );
  readonly jobs = this.#histogram(
    'job_seconds',
    'Time a job took, by queue and how it ended (completed, failed), of this process',
    ['queue', 'outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  );
  readonly conversions = this.#histogram(
    'photo_conversion_seconds',
    'Time from an uploaded file to its photo with the wait for its turn, by outcome (taken or why not), of this process',
    ['outcome'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  );
  readonly storage = this.#histogram(
    'storage_seconds',
    'Time of a call to storage, by operation and outcome (done, missing, failed), of this process',
    ['operation', 'outcome'],
    NETWORK_BUCKETS,
  );
  readonly smtp = this.#histogram(
    'smtp_seconds',
    'Time to hand a mail to the mail server, by outcome (taken, put off, refused, broken off), of this process',
    ['outcome'],
    NETWORK_BUCKETS,
  );
  readonly poolWaits = this.#histogram(
    'pool_wait_seconds',
    'Time a request or job waited for a connection to the database, by outcome, of this process',
    ['outcome'],
    NETWORK_BUCKETS,
  );
  readonly #attempts = this.#counter(
    'letter_attempts_total',
    'Attempts to mail a letter, by outcome, of this process',
    ['outcome'],
  );
  readonly #inbound = this.#counter(
    'inbound_arrivals_total',
    'Recipients refused and messages taken, by the way they came and outcome, of this process',
    ['door', 'outcome'],
  );
  readonly #security = this.#counter(
    'security_events_total',
    'What tells of an attack, by kind and outcome (done, refused), of this process',
    ['kind', 'outcome'],
  );
  readonly inFlight = this.#gauge(
    'http_requests_in_flight',
    'Requests without event streams, of this process',
  );

  constructor(version: string) {
    collectDefaultMetrics({ register: this.registry });
    // A counter that was never increased has no series, and an alert on it would never fire.
    for (const outcome of ATTEMPT_OUTCOMES) this.#attempts.inc({ outcome }, 0);
    for (const [kind, outcome] of Object.entries(SECURITY_EVENTS)) this.#security.inc({ kind, outcome }, 0);
    for (const door of DOORS) for (const outcome of ARRIVALS) this.#inbound.inc({ door, outcome }, 0);
    this.#gauge('build_info', 'Version of the product and of Node; always 1', ['version', 'node']).set(
      { version, node: process.versions.node },
      1,
    );
  }

  /** Read whenever somebody asks; of two with one name the later one counts. */
  watch(name: string, help: string, read: () => number): void {
    this.registry.removeSingleMetric(PREFIX + name);
    new Gauge({
      name: PREFIX + name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  inbound(door: (typeof DOORS)[number], outcome: (typeof ARRIVALS)[number]): void {
    this.#inbound.inc({ door, outcome });
  }

  security(kind: SecurityEvent): void {
    this.#security.inc({ kind, outcome: SECURITY_EVENTS[kind] });
  }

  attempt(outcome: (typeof ATTEMPT_OUTCOMES)[number]): void {
    this.#attempts.inc({ outcome });
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) {
    return new Histogram({ name: PREFIX + name, help, labelNames, buckets, registers: [this.registry] });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: PREFIX + name, help, labelNames, registers: [this.registry] });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name: PREFIX + name, help, labelNames, registers: [this.registry] });
  }
}
