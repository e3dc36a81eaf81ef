import { Readable } from 'node:stream';
import { and, gt, inArray, isNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { LiveEvent } from '../../shared/conversations.ts';
import type { Person } from '../identity/sessions/person.ts';
import type { Database } from '../platform/db/database.ts';
import { sessions } from '../platform/db/schema/identity.ts';
import type { Announcement, EventFeed } from './event-feed.ts';

/** One stream is enough for a browser; a person has a few. */
const STREAMS_PER_PERSON = 8;
const STREAMS = 10_000;
/** Milliseconds between heartbeats; a session that ended loses its streams at the next one. */
const BEAT_MS = 10_000;
/** Bytes that a reader may be behind before it is given up. */
const BEHIND_MAX = 64 * 1024;
/** Milliseconds that a browser waits before it opens its stream again (WHATWG HTML, server-sent events). */
const RETRY_MS = 3_000;
const RETRY_CROWDED_MS = 60_000;

interface Stream {
  person: Person;
  body: Readable;
}

/** The open event streams of this process. */
export class EventStreams {
  readonly #feed: EventFeed;
  readonly #db: Database;
  readonly #log: Logger;
  readonly #streams = new Set<Stream>();
  #subscription: Promise<() => void> | null = null;
  #beat: NodeJS.Timeout | undefined;

  constructor(feed: EventFeed, db: Database, log: Logger) {
    this.#feed = feed;
    this.#db = db;
    this.#log = log;
  }

  /**
   * Opens a stream for a session. Beyond a handful the person's oldest is closed: it may well belong to a browser
   * that is gone.
   * @throws when announcements cannot be heard
   */
  async open(person: Person): Promise<Readable> {
    this.#subscription ??= this.#feed
      .subscribe((heard) => this.#deliver(heard))
      .catch((error: unknown) => {
        this.#subscription = null;
        throw error;
      });
    await this.#subscription;
    this.#beat ??= setInterval(() => {
      this.#onBeat().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'event streams were not checked'),
      );
    }, BEAT_MS).unref();
    this.#makeRoom(person);
    const stream: Stream = { person, body: new Readable({ read() {} }) };
    stream.body.once('close', () => this.#streams.delete(stream));
    stream.body.once('error', () => this.#streams.delete(stream));
    this.#streams.add(stream);
    stream.body.push(`retry: ${RETRY_MS}\n: here you hear of news\n\n`);
    return stream.body;
  }

  close(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    for (const stream of this.#streams) this.#end(stream);
    // A subscription that failed told whoever asked for it; there is nothing to undo.
    this.#subscription?.then((unsubscribe) => unsubscribe()).catch(() => undefined);
    this.#subscription = null;
  }

  #makeRoom({ uid }: Person): void {
    const own = [...this.#streams].filter(({ person }) => person.uid === uid);
    for (const stream of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1))) {
      this.#crowdedOut(stream);
    }
    const [oldest] = this.#streams;
    if (oldest && this.#streams.size >= STREAMS) this.#crowdedOut(oldest);
  }

  #crowdedOut(stream: Stream): void {
    stream.body.push(`retry: ${RETRY_CROWDED_MS}\n\n`);
    this.#end(stream);
  }

  #deliver({ uid, email, event }: Announcement): void {
    for (const stream of this.#streams) {
      const { person } = stream;
      const concerned =
        event.type === 'refresh' ||
        person.uid === uid ||
        (email !== null && person.emailVerified && person.email.toLowerCase() === email);
      if (concerned) this.#push(stream, eventText(event));
    }
  }

  /** Says that it is still there, and ends the streams of sessions that no longer stand. */
  async #onBeat(): Promise<void> {
    const ids = [...new Set([...this.#streams].map(({ person }) => person.sessionId))];
    if (ids.length === 0) return;
    const standing = await this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(inArray(sessions.id, ids), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date())));
    const known = new Set(standing.map(({ id }) => id));
    const asked = new Set(ids);
    for (const stream of this.#streams) {
      const { sessionId } = stream.person;
      if (asked.has(sessionId) && !known.has(sessionId)) this.#end(stream);
      else this.#push(stream, ':\n\n');
    }
  }

  #push(stream: Stream, text: string): void {
    if (stream.body.readableLength > BEHIND_MAX) stream.body.destroy();
    else if (!stream.body.readableEnded && !stream.body.destroyed) stream.body.push(text);
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream);
    if (!stream.body.destroyed) stream.body.push(null);
  }
}

const eventText = (event: LiveEvent) => `data: ${JSON.stringify(event)}\n\n`;
