import pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type LiveEvent, liveEvent } from '../../shared/conversations.ts';
import { CHANNEL } from './announce.ts';

declare module '../platform/services.ts' {
  interface Services {
    /** announcements of all processes */
    events: EventFeed;
  }
}

/** Something that happened, and whom it concerns. */
export interface Announcement {
  uid: string | null;
  /** lower-cased; concerns the person who has verified it */
  email: string | null;
  event: LiveEvent;
}

const announcementSchema = z.object({
  uid: z.string().nullable(),
  email: z.string().nullable(),
  event: liveEvent,
});

const RECONNECT_AFTER_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** A probe notices a connection whose other end has gone. */
const PROBE_EVERY_MS = 30_000;

/**
 * Receives every announcement of the installation, over one connection a process (PostgreSQL, LISTEN). It connects at
 * the first subscription. Announcements are lost while the connection is broken, so afterwards every subscriber gets
 * a refresh.
 */
export class EventFeed {
  readonly #connection: pg.ClientConfig;
  readonly #log: Logger;
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  #client: pg.Client | null = null;
  #opening: Promise<void> | null = null;
  #retry: NodeJS.Timeout | undefined;
  #probe: NodeJS.Timeout | undefined;
  #failures = 0;
  #missed = false;
  #closed = false;

  constructor(connection: pg.ClientConfig, log: Logger) {
    this.#connection = connection;
    this.#log = log;
  }

  /**
   * Resolves once announcements are received.
   * @returns ends the subscription
   * @throws when the database cannot be reached
   */
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
    const client = new pg.Client({
      application_name: `slow-letters events ${process.pid}`,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      ...this.#connection,
    });
    client.on('error', (error) => this.#onLost(client, error));
    client.on('end', () => this.#onLost(client, null));
    client.on('notification', ({ payload }) => this.#receive(payload));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (this.#closed) return client.end();
    this.#client = client;
    this.#failures = 0;
    clearInterval(this.#probe);
    this.#probe = setInterval(() => {
      client.query('select 1').catch((error: unknown) => this.#onLost(client, error));
    }, PROBE_EVERY_MS);
    this.#probe.unref();
    if (this.#missed) this.#publish({ uid: null, email: null, event: { type: 'refresh' } });
    this.#missed = false;
  }

  #onLost(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#log.warn({ err: error }, 'event connection lost');
    this.#client = null;
    this.#missed = true;
    clearInterval(this.#probe);
    // The connection is broken and that is logged; an error of closing it adds nothing.
    client.end().catch(() => undefined);
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    const pause = RECONNECT_AFTER_MS[Math.min(this.#failures++, RECONNECT_AFTER_MS.length - 1)];
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#open().catch((error: unknown) => {
        this.#log.warn({ err: error }, 'event connection could not be opened');
        this.#reconnectLater();
      });
    }, pause);
    this.#retry.unref();
  }

  #receive(payload: string | undefined): void {
    try {
      this.#publish(announcementSchema.parse(JSON.parse(payload ?? '')));
    } catch (error) {
      this.#log.error({ err: error }, 'invalid announcement');
    }
  }

  #publish(announcement: Announcement): void {
    for (const listener of this.#listeners) listener(announcement);
  }
}
