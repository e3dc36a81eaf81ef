import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type LiveEvent, liveEvent } from '../../../shared/conversations.ts';
import { applicationName } from '../db/database.ts';
import type { DatabaseConnection } from '../db/leader-client.ts';
import { KEEPALIVE, LimitedClient } from '../db/limited-client.ts';
import { CHANNEL } from './announcer.ts';

const receivedSchema = z.object({
  /** PostgreSQL notifies every process of the same announcements in the same order. */
  position: z.string(),
  uid: z.string().nullable(),
  /** lower-cased; concerns the person who has verified it */
  email: z.string().nullable(),
  /** null in the marker that a process sends when it begins to listen */
  event: liveEvent.nullable(),
  /** of the request or job that caused it; see `core/trace.ts` */
  trace: z.string().nullish(),
});
type Received = z.infer<typeof receivedSchema>;
export type Announcement = Received & { event: LiveEvent };

/** Announcements of about 300 bytes, for pages that connect again. */
const KEPT = 10_000;

const RECONNECT_AFTER_MS = [500, 1_000, 2_000, 5_000];
/** For a query that notices a lost connection. */
const PROBE_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
/** A process that does not listen for so long should get no traffic. */
const DEAF_AFTER_SECONDS = 30;

/**
 * One connection a process (PostgreSQL, LISTEN), opened at the first `subscribe` or `position`. Announcements are lost
 * while it is broken: after that every subscriber gets a 'refresh', and earlier positions are unknown.
 */
export class EventFeed {
  readonly #connection: DatabaseConnection;
  readonly #log: Logger;
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  #client: pg.Client | null = null;
  /** since when announcements may be lost (`performance.now`) */
  #deafSince: number | null = null;
  #opening: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #probe: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;
  /** by this connection, the newest last; the first may be a marker */
  #recent: Received[] = [];

  constructor(connection: DatabaseConnection, log: Logger) {
    this.#connection = connection;
    this.#log = log;
  }

  async subscribe(listener: (announcement: Announcement) => void): Promise<() => void> {
    this.#listeners.add(listener);
    try {
      await this.#open();
    } catch (error) {
      this.#listeners.delete(listener);
      throw error;
    }
    return () => this.#listeners.delete(listener);
  }

  /** Of the last announcement; null while none can be received. What is read from now on includes its change. */
  get position(): string | null {
    if (!this.#client && !this.#opening && !this.#retry) this.#openOrRetry();
    return this.#recent.at(-1)?.position ?? null;
  }

  /** @returns what was announced after the earliest of these positions; null when one is unknown or none is given */
  since(positions: readonly string[]): Announcement[] | null {
    const indexes = positions.map((known) =>
      this.#recent.findLastIndex(({ position }) => position === known),
    );
    const first = Math.min(...indexes);
    if (positions.length === 0 || first < 0) return null;
    return this.#recent.slice(first + 1).flatMap(({ event, ...rest }) => (event ? [{ ...rest, event }] : []));
  }

  get deafSeconds(): number {
    return this.#deafSince === null ? 0 : (performance.now() - this.#deafSince) / 1_000;
  }

  /** Another process should serve pages. */
  get isDeaf(): boolean {
    return this.deafSeconds > DEAF_AFTER_SECONDS;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#probe);
    this.#listeners.clear();
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  #open(): Promise<void> {
    if (this.#client || this.#closed) return Promise.resolve();
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #connect(): Promise<void> {
    const Client = this.#connection.Client ?? LimitedClient;
    const client = new Client({
      application_name: applicationName(' events'),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      ...KEEPALIVE,
      ...this.#connection,
    });
    client.on('error', (error) => this.#onLost(client, error));
    client.on('end', () => this.#onLost(client, null));
    client.on('notification', ({ payload }) => this.#receive(payload));
    // Gives a position before the first announcement; what is announced after it is received.
    const marker = { position: randomUUID(), uid: null, email: null, event: null };
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      await client.query("select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)", [
        CHANNEL,
        JSON.stringify(marker),
      ]);
    } catch (error) {
      // The caller reports why it failed; an error of `end` adds nothing.
      client.end().catch(() => undefined);
      this.#recent = [];
      throw error;
    }
    if (this.#closed) return client.end();
    const hasMissed = this.#deafSince !== null;
    this.#client = client;
    this.#deafSince = null;
    this.#failures = 0;
    this.#retry = undefined;
    clearInterval(this.#probe);
    this.#probe = setInterval(() => {
      client.query('select 1').catch((error: unknown) => this.#onLost(client, error));
    }, PROBE_EVERY_MS);
    this.#probe.unref();
    if (hasMissed) this.#publish({ ...marker, event: { type: 'refresh' } });
  }

  #onLost(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#log.warn({ err: error }, 'event connection lost');
    this.#client = null;
    this.#recent = [];
    this.#deafSince = performance.now();
    clearInterval(this.#probe);
    // The loss is logged; an error of `end` adds nothing.
    client.end().catch(() => undefined);
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    const pause = RECONNECT_AFTER_MS[Math.min(this.#failures++, RECONNECT_AFTER_MS.length - 1)];
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#openOrRetry(), pause);
    this.#retry.unref();
  }

  #openOrRetry(): void {
    this.#open().catch((error: unknown) => {
      if (this.#closed) return;
      this.#log.warn({ err: error }, 'event connection could not be opened');
      this.#reconnectLater();
    });
  }

  #receive(payload: string | undefined): void {
    try {
      const { event, ...announcement } = receivedSchema.parse(JSON.parse(payload ?? ''));
      this.#recent.push({ ...announcement, event });
      if (this.#recent.length > 2 * KEPT) this.#recent = this.#recent.slice(-KEPT);
      if (event) this.#publish({ ...announcement, event });
    } catch (error) {
      this.#log.error({ err: error }, 'invalid announcement');
    }
  }

  #publish(announcement: Announcement): void {
    for (const listener of this.#listeners) listener(announcement);
  }
}
