import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type ConversationSummary,
  conversationIdParams,
  conversationList,
  conversationPage,
  conversationsQuery,
  correspondentPage,
  correspondentsQuery,
  foundLetters,
  foundLettersQuery,
  letterTotals,
  markReadResponse,
  muteBody,
  newReplyBody,
  receivedLetterPage,
  receivedLettersQuery,
  repliesQuery,
  reply as replyOnTheWire,
  thread,
  timelineReplies,
  timelineReplyPage,
  unreadCounts,
} from '../../shared/conversations.ts';
import { said } from '../../shared/words.ts';
import { NUMBER_ID, type PageQuery, readPage, UUID_ID } from '../core/db/page-cursor.ts';
import { notFound, notYours } from '../core/errors.ts';
import { allPages, inPages, inTurn, sendList } from '../core/http/send-list.ts';
import { once } from '../core/idempotency.ts';
import type { Services } from '../core/services.ts';
import { wordsFor } from '../core/words.ts';
import { setMuted } from '../letters/conversations.ts';
import { requirePerson } from '../people/identity/sessions/person.ts';
import { countEverything, lastMessages, listCorrespondents } from './correspondents.ts';
import {
  countUnread,
  findThread,
  listConversations,
  listReceivedLetters,
  markRead,
  type Page,
  pageOfReplies,
  requireRole,
} from './data.ts';
import { fileRoutes } from './file-routes.ts';
import { mutePageRoutes } from './mute-routes.ts';
import { replyInApp } from './reply-in-app.ts';
import { searchLetters } from './search-letters.ts';

export async function conversationRoutes(app: FastifyInstance, services: Services): Promise<void> {
  listRoutes(app, services);
  correspondentRoutes(app, services);
  writeRoutes(app, services);
  await fileRoutes(app, services);
  await mutePageRoutes(app, services);
}

function listRoutes(app: FastifyInstance, { db }: Services): void {
  app.get(
    '/api/conversations',
    {
      schema: {
        querystring: conversationsQuery,
        response: { 200: z.union([conversationList, conversationPage]) },
      },
    },
    async (request, answer) => {
      const person = requirePerson(request);
      const { email, cursor, limit } = request.query;
      if (email !== undefined && email.toLowerCase() !== person.email.toLowerCase()) throw notYours();
      const read = (page: Page) => listConversations(db, person, page);
      const positionOf = ({ id, lastMessageAt }: ConversationSummary) => ({ at: lastMessageAt, id });
      if (cursor === undefined && limit === undefined)
        return sendList(answer, person.uid, inPages(read, positionOf));
      const { page, nextCursor } = await readPage(request.query, UUID_ID, read, positionOf);
      return { conversations: page, nextCursor };
    },
  );

  app.get(
    '/api/conversations/:conversationId/thread',
    { schema: { params: conversationIdParams, response: { 200: thread } } },
    async (request) => {
      const found = await findThread(
        db,
        requirePerson(request),
        request.params.conversationId,
        wordsFor(request.language),
      );
      if (!found) throw notFound(said('That conversation could not be found.'));
      return found;
    },
  );

  app.get(
    '/api/replies',
    {
      schema: { querystring: repliesQuery, response: { 200: z.union([timelineReplies, timelineReplyPage]) } },
    },
    async (request, answer) => {
      const person = requirePerson(request);
      const { recipient, cursor, limit } = request.query;
      const words = wordsFor(request.language);
      const read = (asked: PageQuery) => pageOfReplies(db, person, recipient, words, asked);
      if (cursor === undefined && limit === undefined) return sendList(answer, person.uid, allPages(read));
      const { page, nextCursor } = await read(request.query);
      return { replies: page, nextCursor };
    },
  );

  app.get(
    '/api/received-letters',
    { schema: { querystring: receivedLettersQuery, response: { 200: receivedLetterPage } } },
    async (request) => {
      const person = requirePerson(request);
      const { page, nextCursor } = await readPage(
        request.query,
        NUMBER_ID,
        (page) => listReceivedLetters(db, person, request.query.from, page),
        ({ id, createdAt }) => ({ at: createdAt, id: String(id) }),
      );
      return { letters: page, nextCursor };
    },
  );
}

function correspondentRoutes(app: FastifyInstance, { db }: Services): void {
  app.get(
    '/api/correspondents',
    { schema: { querystring: correspondentsQuery, response: { 200: correspondentPage } } },
    async (request) => {
      const { search = '' } = request.query;
      const person = requirePerson(request);
      const { page, nextCursor } = await readPage(
        request.query,
        NUMBER_ID,
        (page) => inTurn(person.uid, () => listCorrespondents(db, person, { search, ...page })),
        ({ lastLetterAt, lastLetterId }) => ({ at: lastLetterAt, id: String(lastLetterId) }),
      );
      const messages = await lastMessages(
        db,
        person,
        page.map(({ email }) => email),
      );
      return {
        correspondents: page.map(({ lastLetterId: _, ...correspondent }) => ({
          ...correspondent,
          last: messages.get(correspondent.email) ?? null,
        })),
        nextCursor,
      };
    },
  );

  app.get(
    '/api/found-letters',
    { schema: { querystring: foundLettersQuery, response: { 200: foundLetters } } },
    async (request) => {
      const person = requirePerson(request);
      return inTurn(person.uid, () => searchLetters(db, person, request.query.search));
    },
  );

  app.get('/api/letter-totals', { schema: { response: { 200: letterTotals } } }, async (request) =>
    countEverything(db, requirePerson(request)),
  );

  app.get('/api/unread', { schema: { response: { 200: unreadCounts } } }, async (request) =>
    countUnread(db, requirePerson(request).uid),
  );
}

function writeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.post(
    '/api/conversations/:conversationId/replies',
    { schema: { params: conversationIdParams, body: newReplyBody, response: { 200: replyOnTheWire } } },
    async (request) => {
      const { conversationId } = request.params;
      return once(db, request, async (tx, person) => {
        const id = await replyInApp(tx, services, person, conversationId, request.body);
        const thread = await findThread(tx, person, conversationId, wordsFor(request.language));
        const written = thread?.replies.find((reply) => reply.id === id);
        if (!written) throw notFound(said('That answer could not be found.'));
        return written;
      });
    },
  );

  app.post(
    '/api/conversations/:conversationId/mute',
    { schema: { params: conversationIdParams, body: muteBody, response: { 200: muteBody } } },
    async (request) => {
      const { conversationId } = request.params;
      const side = await requireRole(db, requirePerson(request), conversationId);
      const { muted } = request.body;
      await setMuted(db, { conversationId, side }, muted);
      return { muted };
    },
  );

  app.post(
    '/api/conversations/:conversationId/read',
    { schema: { params: conversationIdParams, response: { 200: markReadResponse } } },
    async (request) => {
      const person = requirePerson(request);
      const { conversationId } = request.params;
      await requireRole(db, person, conversationId);
      return { marked: await db.transaction((tx) => markRead(tx, person.uid, conversationId)) };
    },
  );
}
