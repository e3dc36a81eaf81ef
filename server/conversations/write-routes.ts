import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  conversationIdParams,
  muteBody,
  newReplyBody,
  readAnswer,
  reply as replyOnTheWire,
  simulateReplyAnswer,
  simulateReplyBody,
} from '../../shared/conversations.ts';
import { notFound } from '../errors.ts';
import { once } from '../idempotency.ts';
import { requirePerson } from '../identity/person.ts';
import { simulateReply } from '../mail/simulate-reply.ts';
import type { Services } from '../services.ts';
import { answerInApp } from './answer-in-app.ts';
import { findThread, seatOf } from './data.ts';
import { setMuted } from './mute.ts';
import { markRead } from './unread.ts';

/** What a person does in a conversation of theirs. */
export function conversationWriteRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/conversations/:conversationId/replies',
    { schema: { params: conversationIdParams, body: newReplyBody, response: { 200: replyOnTheWire } } },
    async (request) => {
      const person = requirePerson(request);
      const { conversationId } = request.params;
      return once(db, request, async (tx) => {
        const id = await answerInApp(tx, services, person, conversationId, request.body);
        const thread = await findThread(tx, person, conversationId);
        const written = thread?.replies.find((reply) => reply.id === id);
        if (!written) throw notFound('That answer');
        return written;
      });
    },
  );

  routes.post(
    '/api/conversations/:conversationId/mute',
    { schema: { params: conversationIdParams, body: muteBody, response: { 200: muteBody } } },
    async (request) => {
      const { conversationId } = request.params;
      const seat = await seatOf(db, requirePerson(request), conversationId);
      if (!seat) throw notFound('That conversation');
      const { muted } = request.body;
      await setMuted(db, { conversationId, side: seat.side }, muted);
      return { muted };
    },
  );

  routes.post(
    '/api/conversations/:conversationId/read',
    { schema: { params: conversationIdParams, response: { 200: readAnswer } } },
    async (request) => {
      const person = requirePerson(request);
      const { conversationId } = request.params;
      if (!(await seatOf(db, person, conversationId))) throw notFound('That conversation');
      return { marked: await db.transaction((tx) => markRead(tx, person.uid, conversationId)) };
    },
  );

  if (config.TEST_ROUTES) simulateRoute(app, services);
}

function simulateRoute(app: FastifyInstance, services: Services): void {
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/api/test/simulate-reply',
      { schema: { body: simulateReplyBody, response: { 200: simulateReplyAnswer } } },
      async (request) => {
        const person = requirePerson(request);
        if (!(await seatOf(services.db, person, request.body.conversationId))) {
          throw notFound('That conversation');
        }
        return { outcome: await simulateReply(services, request.body) };
      },
    );
}
