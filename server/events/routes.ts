import type { FastifyInstance } from 'fastify';
import { notReady } from '../errors.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import type { Services } from '../platform/services.ts';
import { EventStreams } from './event-streams.ts';

/** `GET /api/events`: server-sent events that name what an open page should fetch again. */
export async function eventRoutes(app: FastifyInstance, { events, db, log }: Services): Promise<void> {
  const streams = new EventStreams(events, db, log);
  // Before the server waits for open responses to end: these never end by themselves.
  app.addHook('preClose', async () => streams.close());

  app.get(
    '/api/events',
    {
      schema: {
        summary:
          'Events that name what an open page should fetch again, as text/event-stream; one stream a browser',
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const person = requirePerson(request);
      const body = await streams.open(person).catch((error: unknown) => {
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
