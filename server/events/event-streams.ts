import { Readable } from 'node:stream';
import { and, gt, inArray, isNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { EventsSince, LiveEvent } from '../../shared/conversations.ts';
import type { Person } from '../identity/sessions/person.ts';
import type { Database } from '../platform/db/database.ts';
import { sessions } from '../platform/db/schema/identity.ts';
import type { Announcement, EventFeed } from './event-feed.ts';

/** A browser opens one; a person has a few browsers. */
const STREAMS_PER_PERSON = 8;
const STREAMS = 10_000;
/** Milliseconds between heartbeats; a session that ended loses its streams at the next one. */
const BEAT_MS = 10_000;
/** Unsent bytes after which a stream is closed. */
const UNSENT_MAX_BYTES = 64 * 1024;
/** Milliseconds that a browser waits before it opens its stream again (WHATWG HTML, server-sent events). */
const RETRY_MS = 3_000;
const RETRY_EVICTED_MS = 60_000;

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
   * Opens a stream for a session, which begins with what changed since the positions. Beyond the limit the person's
   * oldest is closed: its browser may have gone.
   * @throws when announcements cannot be received
   */
  async open(person: Person, positions: readonly string[]): Promise<Readable> {
    await this.#listen();
    this.#beat ??= setInterval(() => {
      this.#onBeat().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'event streams were not checked'),
      );
    }, BEAT_MS).unref();
    this.#enforceLimits(person);
    const stream: Stream = { person, body: new Readable({ read() {} }) };
    stream.body.once('close', () => this.#streams.delete(stream));
    stream.body.once('error', () => this.#streams.delete(stream));
    this.#streams.add(stream);
    const { position, events } = this.#missedBy(person, positions);
    const missed = events.map((event) => eventText(event, position)).join('');
    stream.body.push(`retry: ${RETRY_MS}\n: here you hear of news\n\n${missed}${idText(position)}`);
    return stream.body;
  }

  /**
   * What changed for a person since the positions, each event once, and the position that this leads to.
   * @throws when announcements cannot be received
   */
  async since(person: Person, positions: readonly string[]): Promise<EventsSince> {
    await this.#listen();
    return this.#missedBy(person, positions);
  }

  #missedBy(person: Person, positions: readonly string[]): EventsSince {
    const announced = this.#feed.since(positions);
    const events = announced
      ?.filter((announcement) => concerns(person, announcement))
      .map(({ event }) => [JSON.stringify(event), event] as const);
    return {
      position: this.#feed.position,
      events: events ? [...new Map(events).values()] : [{ type: 'refresh' }],
    };
  }

  get count(): number {
    return this.#streams.size;
  }

  async #listen(): Promise<void> {
    this.#subscription ??= this.#feed
      .subscribe((announcement) => this.#deliver(announcement))
      .catch((error: unknown) => {
        this.#subscription = null;
        throw error;
      });
    await this.#subscription;
  }

  close(): void {
    clearInterval(this.#beat);
    this.#beat = undefined;
    for (const stream of this.#streams) this.#end(stream);
    // A subscription that failed was reported to its caller; there is nothing to undo.
    this.#subscription?.then((unsubscribe) => unsubscribe()).catch(() => undefined);
    this.#subscription = null;
  }

  #enforceLimits({ uid }: Person): void {
    const ofPerson = [...this.#streams].filter(({ person }) => person.uid === uid);
    for (const stream of ofPerson.slice(0, Math.max(0, ofPerson.length - STREAMS_PER_PERSON + 1))) {
      this.#evict(stream);
    }
    const [oldest] = this.#streams;
    if (oldest && this.#streams.size >= STREAMS) this.#evict(oldest);
  }

  #evict(stream: Stream): void {
    stream.body.push(`retry: ${RETRY_EVICTED_MS}\n\n`);
    this.#end(stream);
  }

  #deliver(announcement: Announcement): void {
    let pages = 0;
    for (const stream of this.#streams) {
      if (!concerns(stream.person, announcement)) continue;
      this.#push(stream, eventText(announcement.event, announcement.position));
      pages++;
    }
    const { event, trace } = announcement;
    if (pages > 0 && trace) this.#log.info({ trace, event: event.type, pages }, 'pages were told');
  }

  /** Sends a heartbeat, and ends the streams of sessions that have ended. */
  async #onBeat(): Promise<void> {
    const ids = [...new Set([...this.#streams].map(({ person }) => person.sessionId))];
    if (ids.length === 0) return;
    const valid = await this.#db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(inArray(sessions.id, ids), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date())));
    const known = new Set(valid.map(({ id }) => id));
    const asked = new Set(ids);
    for (const stream of this.#streams) {
      const { sessionId } = stream.person;
      if (asked.has(sessionId) && !known.has(sessionId)) this.#end(stream);
      // The position goes along: a browser that comes back after a quiet hour is not told to fetch everything.
      else this.#push(stream, `:\n${idText(this.#feed.position)}`);
    }
  }

  #push(stream: Stream, text: string): void {
    if (stream.body.readableLength > UNSENT_MAX_BYTES) stream.body.destroy();
    else if (!stream.body.readableEnded && !stream.body.destroyed) stream.body.push(text);
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream);
    if (!stream.body.destroyed) stream.body.push(null);
  }
}

const concerns = ({ uid, email, emailVerified }: Person, announced: Announcement): boolean =>
  announced.event.type === 'refresh' ||
  uid === announced.uid ||
  (announced.email !== null && emailVerified && email.toLowerCase() === announced.email);

/** The id comes back as `Last-Event-ID` (WHATWG HTML, server-sent events); without data it is no event. */
const idText = (position: string | null) => (position === null ? '\n' : `id: ${position}\n\n`);
const eventText = (event: LiveEvent, position: string | null) =>
  `data: ${JSON.stringify(event)}\n${idText(position)}`;
