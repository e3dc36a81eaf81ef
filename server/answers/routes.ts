import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
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
  type TimelineReply,
  thread,
  timelineReplies,
  timelineReplyPage,
  unreadCounts,
} from '../../shared/conversations.ts';
import { said } from '../../shared/words.ts';
import { cutPage, NUMBER_ID, readTimeCursor, UUID_ID } from '../core/db/page-cursor.ts';
import { notFound, notYours } from '../core/errors.ts';
import { inPages, inTurn, sendList } from '../core/http/send-list.ts';
import { once } from '../core/idempotency.ts';
import type { Services } from '../core/services.ts';
import { wordsFor } from '../core/words.ts';
import { setMuted } from '../letters/conversations.ts';
import { requirePerson } from '../people/identity/sessions/person.ts';
import { countEverything, listCorrespondents } from './correspondents.ts';
import {
  countUnread,
  findThread,
  listConversations,
  listReceivedLetters,
  listReplies,
  markRead,
  roleOf,
} from './data.ts';
import { fileRoutes } from './file-routes.ts';
import { lastMessages } from './last-messages.ts';
import { mutePageRoutes } from './mute-routes.ts';
import { replyInApp } from './reply-in-app.ts';
import { searchLetters } from './search-letters.ts';

const DEFAULT_PAGE = 50;

export async function conversationRoutes(app: FastifyInstance, services: Services): Promise<void> {
  listRoutes(app, services);
  correspondentRoutes(app, services);
  writeRoutes(app, services);
  await fileRoutes(app, services);
  await mutePageRoutes(app, services);
}

function listRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
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
      const positionOf = ({ id, lastMessageAt }: ConversationSummary) => ({ at: lastMessageAt, id });
      if (cursor === undefined && limit === undefined)
        return sendList(
          answer,
          person.uid,
          inPages((page) => listConversations(db, person, page), positionOf),
        );
      const size = limit ?? DEFAULT_PAGE;
      const found = await listConversations(db, person, {
        cursor: cursor ? readTimeCursor(cursor, UUID_ID) : undefined,
        limit: size + 1,
      });
      const { page, nextCursor } = cutPage(found, size, positionOf);
      return { conversations: page, nextCursor };
    },
  );

  routes.get(
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

  routes.get(
    '/api/replies',
    {
      schema: { querystring: repliesQuery, response: { 200: z.union([timelineReplies, timelineReplyPage]) } },
    },
    async (request, answer) => {
      const person = requirePerson(request);
      const { recipient, cursor, limit } = request.query;
      const words = wordsFor(request.language);
      const positionOf = ({ id, createdAt }: TimelineReply) => ({ at: createdAt, id: String(id) });
      if (cursor === undefined && limit === undefined)
        return sendList(
          answer,
          person.uid,
          inPages((page) => listReplies(db, person, recipient, words, page), positionOf),
        );
      const size = limit ?? DEFAULT_PAGE;
      const found = await listReplies(db, person, recipient, words, {
        cursor: cursor ? readTimeCursor(cursor, NUMBER_ID) : undefined,
        limit: size + 1,
      });
      const { page, nextCursor } = cutPage(found, size, positionOf);
      return { replies: page, nextCursor };
    },
  );

  routes.get(
    '/api/received-letters',
    { schema: { querystring: receivedLettersQuery, response: { 200: receivedLetterPage } } },
    async (request) => {
      const { from, cursor, limit = DEFAULT_PAGE } = request.query;
      const found = await listReceivedLetters(db, requirePerson(request), from, {
        cursor: cursor === undefined ? undefined : readTimeCursor(cursor, NUMBER_ID),
        limit: limit + 1,
      });
      const { page, nextCursor } = cutPage(found, limit, (letter) => ({
        at: letter.createdAt,
        id: String(letter.id),
      }));
      return { letters: page, nextCursor };
    },
  );
}

function correspondentRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/correspondents',
    { schema: { querystring: correspondentsQuery, response: { 200: correspondentPage } } },
    async (request) => {
      const { search = '', cursor, limit = DEFAULT_PAGE } = request.query;
      const person = requirePerson(request);
      const after = cursor === undefined ? null : readTimeCursor(cursor, NUMBER_ID);
      const found = await inTurn(person.uid, () =>
        listCorrespondents(db, person, { search, after, limit: limit + 1 }),
      );
      const { page, nextCursor } = cutPage(found, limit, ({ lastLetterAt, lastLetterId }) => ({
        at: lastLetterAt,
        id: String(lastLetterId),
      }));
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

  routes.get(
    '/api/found-letters',
    { schema: { querystring: foundLettersQuery, response: { 200: foundLetters } } },
    async (request) => {
      const person = requirePerson(request);
      return inTurn(person.uid, () => searchLetters(db, person, request.query.search));
    },
  );

  routes.get('/api/letter-totals', { schema: { response: { 200: letterTotals } } }, async (request) =>
    countEverything(db, requirePerson(request)),
  );

  routes.get('/api/unread', { schema: { response: { 200: unreadCounts } } }, async (request) => {
    const recipients = await countUnread(db, requirePerson(request).uid);
    return { total: recipients.reduce((sum, { unread }) => sum + unread, 0), recipients };
  });
}

function writeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/conversations/:conversationId/replies',
    { schema: { params: conversationIdParams, body: newReplyBody, response: { 200: replyOnTheWire } } },
    async (request) => {
      const person = requirePerson(request);
      const { conversationId } = request.params;
      return once(db, request, async (tx) => {
        const id = await replyInApp(tx, services, person, conversationId, request.body);
        const thread = await findThread(tx, person, conversationId, wordsFor(request.language));
        const written = thread?.replies.find((reply) => reply.id === id);
        if (!written) throw notFound(said('That answer could not be found.'));
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
      if (!role) throw notFound(said('That conversation could not be found.'));
      const { muted } = request.body;
      await setMuted(db, { conversationId, side: role }, muted);
      return { muted };
    },
  );

  routes.post(
    '/api/conversations/:conversationId/read',
    { schema: { params: conversationIdParams, response: { 200: markReadResponse } } },
    async (request) => {
      const person = requirePerson(request);
      const { conversationId } = request.params;
      if (!(await roleOf(db, person, conversationId)))
        throw notFound(said('That conversation could not be found.'));
      return { marked: await db.transaction((tx) => markRead(tx, person.uid, conversationId)) };
    },
  );
}
