import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { POSITION_HEADER, POSITIONS_AT_MOST } from '../../../shared/conversations.ts';
import { notReady } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { EventStreams } from './event-streams.ts';

const position = z.string().min(1).max(40);
const positions = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(position).max(POSITIONS_AT_MOST));
const query = z.object({ since: positions.optional() });
const lastEvent = z.object({ 'last-event-id': position.optional().catch(undefined) });

/** Answers of the API carry the position from which a stream can continue, taken before anything is read for the answer. */
export async function eventRoutes(app: FastifyInstance, { events, db, log, meters }: Services) {
  const streams = new EventStreams(events, db, log);
  meters.watch('event_streams', 'Event streams that are open, of this process', () => streams.count);
  // Before the server waits for open responses to end: these never end by themselves.
  app.addHook('preClose', async () => streams.close());

  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/api/') || url.startsWith('/api/config') || url.startsWith('/api/photo/')) return;
    const { position } = events;
    if (position !== null) reply.header(POSITION_HEADER, position);
  });

  app.get(
    '/api/events',
    {
      // HEAD would open one that nobody reads.
      exposeHeadRoute: false,
      schema: {
        querystring: query,
        summary:
          'Events that name what an open page should fetch again, as text/event-stream; at most two streams a browser',
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const person = requirePerson(request);
      // Sent by a browser that reopens its stream; newer than what the address says.
      const last = lastEvent.parse(request.headers)['last-event-id'];
      const since = last === undefined ? (request.query.since ?? []) : [last];
      const body = await streams.open(person, since).catch((error: unknown) => {
        request.log.error({ err: error }, 'event stream could not be opened');
        throw notReady();
      });
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          // A proxy that buffers would delay the events (nginx).
          'x-accel-buffering': 'no',
        })
        .send(body);
    },
  );
}
