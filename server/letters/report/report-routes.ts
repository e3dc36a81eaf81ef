import type { FastifyInstance } from 'fastify';
import { reportAnswer, reportBody, senderPause } from '../../../shared/reports.ts';
import { noLetter } from '../../core/errors.ts';
import { numberedParams } from '../../core/http/path-params.ts';
import type { Services } from '../../core/services.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import { lockUser, requireUser } from '../../people/users/data.ts';
import { findPause, type Pause } from '../../people/users/sender-pauses.ts';
import { askForReview } from './pause-sender.ts';
import { findAnsweredLetter, findReceivedLetter, reportConversation } from './report-letter.ts';

export function reportRoutes(app: FastifyInstance, services: Services): void {
  const { db, addressHash } = services;

  app.post(
    '/api/letters/:id/report',
    { schema: { params: numberedParams, body: reportBody, response: { 200: reportAnswer } } },
    async (request) => {
      const person = requirePerson(request);
      const { id } = request.params;
      const report = { origin: 'thread', ...request.body } as const;
      const received = await findReceivedLetter(db, person, id);
      const letter = received ?? (await findAnsweredLetter(db, person, id));
      if (!letter) throw noLetter();
      const by = { conversationId: letter.conversationId, side: received ? 'recipient' : 'sender' } as const;
      await db.transaction((tx) => reportConversation(tx, services, by, report));
      return { reported: true as const };
    },
  );

  app.get('/api/sender-pause', { schema: { response: { 200: senderPause } } }, async (request) => {
    const user = await requireUser(db, requirePerson(request));
    return present(await findPause(db, addressHash, user));
  });

  app.post('/api/sender-pause/ask', { schema: { response: { 200: senderPause } } }, async (request) => {
    const person = requirePerson(request);
    return db.transaction(async (tx) => {
      const user = await lockUser(tx, person);
      await askForReview(tx, services, user);
      return present(await findPause(tx, addressHash, user));
    });
  });
}

const present = (pause: Pause | null) => ({
  pause: pause && {
    since: pause.pausedAt.toISOString(),
    asked: pause.askedAt !== null,
    reported: pause.cause === 'reports',
  },
});
