import { Readable } from 'node:stream';
import { and, inArray } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { LiveEvent } from '../../../shared/conversations.ts';
import type { Database } from '../../core/db/database.ts';
import type { Announcement, EventFeed } from '../../core/events/event-feed.ts';
import { isActive, sessions } from '../identity/schema.ts';
import type { Person } from '../identity/sessions/person.ts';

/** Over plain HTTP a browser has six connections to a host for all of its tabs; those in view have a stream each. */
const STREAMS_PER_SESSION = 2;
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

  /** Begins with what changed since the positions. Beyond a limit the oldest is closed. @throws when none can be heard */
  async open(person: Person, positions: readonly string[]): Promise<Readable> {
    await this.#listen();
    this.#beat ??= setInterval(() => {
      this.#onBeat().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'event streams were not checked'),
      );
    }, BEAT_MS).unref();
    this.#makeRoom(STREAMS_PER_SESSION, (open) => open.sessionId === person.sessionId);
    this.#makeRoom(STREAMS_PER_PERSON, (open) => open.uid === person.uid);
    this.#makeRoom(STREAMS, () => true);
    const stream: Stream = { person, body: new Readable({ read() {} }) };
    for (const end of ['close', 'error']) stream.body.once(end, () => this.#streams.delete(stream));
    this.#streams.add(stream);
    const { position } = this.#feed;
    const missed = this.#missedBy(person, positions).map((event) => eventText(event, position));
    stream.body.push(`retry: ${RETRY_MS}\n: here you hear of news\n\n${missed.join('')}${idText(position)}`);
    return stream.body;
  }

  #missedBy(person: Person, positions: readonly string[]): LiveEvent[] {
    const events = this.#feed
      .since(positions)
      ?.filter((announcement) => concerns(person, announcement))
      .map(({ event }) => [JSON.stringify(event), event] as const);
    return events ? [...new Map(events).values()] : [{ type: 'refresh' }];
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

  /** Closes the oldest, so that one more is within the limit. */
  #makeRoom(limit: number, counts: (person: Person) => boolean): void {
    const open = [...this.#streams].filter(({ person }) => counts(person));
    for (const stream of open.slice(0, Math.max(0, open.length - limit + 1))) {
      stream.body.push(`retry: ${RETRY_EVICTED_MS}\n\n`);
      this.#end(stream);
    }
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

  async #onBeat(): Promise<void> {
    const asked = new Set([...this.#streams].map(({ person }) => person.sessionId));
    if (asked.size === 0) return;
    const valid = await this.#db
      .select({ id: sessions.id, email: sessions.email, emailVerified: sessions.emailVerified })
      .from(sessions)
      .where(and(inArray(sessions.id, [...asked]), isActive()));
    const known = new Map(valid.map(({ id, ...address }) => [id, address]));
    for (const stream of this.#streams) {
      const { sessionId, email, emailVerified } = stream.person;
      stream.person = { ...stream.person, ...known.get(sessionId) };
      // What came to the new address before this was not told.
      if (stream.person.email !== email || stream.person.emailVerified !== emailVerified)
        this.#push(stream, eventText({ type: 'refresh' }, this.#feed.position));
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
