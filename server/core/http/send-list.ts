import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { withUserMutex } from '../per-user-mutex.ts';

/** In one turn of the event loop. */
export const ROWS_IN_A_TURN = 50;

/** Milliseconds after which a person's next long list begins beside one that is read slowly. */
const NEXT_AFTER_MS = 1_000;

/** Reads of all of a person's letters run one after the other: together they would slow down the database for others. */
export const inTurn = <Answer>(uid: string, read: () => Promise<Answer>): Promise<Answer> =>
  withUserMutex(`searches of ${uid}`, read, NEXT_AFTER_MS);

/**
 * Writes a JSON array part by part, so that a long list does not block the event loop; long lists of one person are
 * written one after the other. The first part is read before the answer begins; an error after that ends the
 * connection.
 */
export async function sendList<Row>(reply: FastifyReply, uid: string, parts: AsyncIterable<Row[]>) {
  const iterator = parts[Symbol.asyncIterator]();
  const { promise: written, resolve: done } = Promise.withResolvers<void>();
  await new Promise<void>((begin) => {
    const write = () => {
      begin();
      return written;
    };
    void withUserMutex(`lists of ${uid}`, write, NEXT_AFTER_MS);
  });
  const first = await iterator.next().catch((error: unknown) => {
    done();
    throw error;
  });
  if (first.done || first.value.length < ROWS_IN_A_TURN) done();
  async function* array() {
    try {
      yield '[';
      let comma = '';
      for (let part = first; !part.done; part = await iterator.next()) {
        for (let at = 0; at < part.value.length; at += ROWS_IN_A_TURN) {
          const text = JSON.stringify(part.value.slice(at, at + ROWS_IN_A_TURN));
          yield comma + text.slice(1, -1);
          comma = ',';
          await nextTurn();
        }
      }
      yield ']';
    } finally {
      // Also when the client has disconnected.
      await iterator.return?.();
    }
  }
  const stream = Readable.from(array(), { objectMode: false, highWaterMark: 1 }).once('close', done);
  return reply.type('application/json; charset=utf-8').send(stream);
}

export async function* onePart<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await read();
}

export async function* allPages<Row>(
  read: (asked: { cursor: string | undefined }) => Promise<{ page: Row[]; nextCursor: string | null }>,
): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ; ) {
    const { page, nextCursor } = await read({ cursor });
    yield page;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

/** @param positionOf where the page after a row begins */
export async function* inPages<Row, Position>(
  read: (page: { cursor: Position | undefined; limit: number }) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
): AsyncGenerator<Row[]> {
  for (let cursor: Position | undefined; ; ) {
    const rows = await read({ cursor, limit: ROWS_IN_A_TURN });
    yield rows;
    const last = rows.at(-1);
    if (rows.length < ROWS_IN_A_TURN || last === undefined) return;
    cursor = positionOf(last);
  }
}
