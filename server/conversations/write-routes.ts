import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  conversationIdParams,
  muteBody,
  newReplyBody,
  readAnswer,
  reply as replyOnTheWire,
} from '../../shared/conversations.ts';
import { notFound } from '../errors.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { once } from '../platform/idempotency.ts';
import type { Services } from '../platform/services.ts';
import { answerInApp } from './answer-in-app.ts';
import { findThread, markRead, roleOf } from './data.ts';
import { setMuted } from './mute.ts';

/** What a person does in a conversation of theirs. */
export function conversationWriteRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
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
      const role = await roleOf(db, requirePerson(request), conversationId);
      if (!role) throw notFound('That conversation');
      const { muted } = request.body;
      await setMuted(db, { conversationId, side: role.side }, muted);
      return { muted };
    },
  );

  routes.post(
    '/api/conversations/:conversationId/read',
    { schema: { params: conversationIdParams, response: { 200: readAnswer } } },
    async (request) => {
      const person = requirePerson(request);
      const { conversationId } = request.params;
      if (!(await roleOf(db, person, conversationId))) throw notFound('That conversation');
      return { marked: await db.transaction((tx) => markRead(tx, person.uid, conversationId)) };
    },
  );
}
