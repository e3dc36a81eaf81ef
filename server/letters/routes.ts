import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { otherParty, pageQuery } from '../../shared/conversations.ts';
import { draftId, draftRevision } from '../../shared/drafts.ts';
import { letterBatch, sendBatchBody } from '../../shared/letter-batches.ts';
import {
  changeArrivalBody,
  createLetterBody,
  type Letter,
  letter,
  letterList,
  letterListPage,
  retryLetterBody,
  sendLetterBody,
  webPageBody,
} from '../../shared/letters.ts';
import { liftSuppressionBody, suppressionLifted, suppressionList } from '../../shared/suppressions.ts';
import { msg } from '../../shared/words.ts';
import type { Executor, Transaction } from '../core/db/database.ts';
import { NUMBER_ID, readPage } from '../core/db/page-cursor.ts';
import { noLetter } from '../core/errors.ts';
import { numberedParams } from '../core/http/path-params.ts';
import { inPages, onePart, sendList } from '../core/http/send-list.ts';
import { once } from '../core/idempotency.ts';
import type { Services } from '../core/services.ts';
import { wordsFor } from '../core/words.ts';
import { type Person, requirePerson } from '../people/identity/sessions/person.ts';
import { limitRefusals } from '../people/recipients/limit-refusals.ts';
import { liftSuppression, listSuppressions } from '../people/recipients/suppressions.ts';
import { requireUser } from '../people/users/data.ts';
import { otherAddress } from './conversations.ts';
import { findLetter, listLetters } from './data.ts';
import { reportRoutes } from './report/report-routes.ts';
import { createLetter } from './send/create-letter.ts';
import { retryLetter } from './send/retry-letter.ts';
import { sendBatch, sendLetter } from './send/send-letters.ts';
import { changeArrival, takeBack } from './wait/change-arrival.ts';
import { returnToDraft } from './wait/return-to-draft.ts';
import { setWebPage } from './web-page.ts';

const listQuery = pageQuery
  .extend({
    recipient: otherParty.optional(),
    draft: draftId.optional(),
    batch: z.uuid().optional(),
    together: z.literal('true').optional(),
    /** 50 at most, so not in pages */
    waiting: z.literal('true').optional(),
  })
  .refine(
    ({ waiting, batch, cursor, limit }) =>
      !(waiting || batch) || (cursor === undefined && limit === undefined),
    {
      message: msg('Letters that wait for their day, or were sent as one, come in one list.'),
    },
  );

export async function letterRoutes(app: FastifyInstance, services: Services): Promise<void> {
  writeRoutes(app, services);
  batchRoutes(app, services);
  readRoutes(app, services);
  suppressionRoutes(app, services);
  reportRoutes(app, services);
}

const readerOf = ({ db, config }: Services, { language }: FastifyRequest, within: Executor = db) => ({
  db: within,
  config,
  words: wordsFor(language),
});

function writeRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  const changed = (
    request: FastifyRequest,
    write: (tx: Transaction, person: Person) => Promise<number>,
    guard?: (ask: () => Promise<Letter>) => Promise<Letter>,
  ): Promise<Letter> => {
    const writeAndFind = async (tx: Transaction, person: Person) => {
      const found = await findLetter(readerOf(services, request, tx), person.uid, await write(tx, person));
      if (!found) throw noLetter();
      return found;
    };
    return once(db, request, writeAndFind, guard);
  };
  const addressed: typeof changed = (request, write) =>
    changed(request, write, (ask) => limitRefusals(services, requirePerson(request).uid, ask));

  app.post(
    '/api/letters',
    { schema: { body: createLetterBody, response: { 200: letter } } },
    async (request) => addressed(request, (tx, person) => createLetter(tx, services, person, request.body)),
  );

  app.post(
    '/api/letters/:id/send',
    { schema: { params: numberedParams, body: sendLetterBody, response: { 200: letter } } },
    async (request) =>
      addressed(request, async (tx, person) => {
        const { id } = request.params;
        await sendLetter(tx, services, { person, ip: request.ip }, id, request.body ?? {});
        return id;
      }),
  );

  app.put(
    '/api/letters/:id/arrival',
    { schema: { params: numberedParams, body: changeArrivalBody, response: { 200: letter } } },
    async (request) =>
      addressed(request, async (tx, person) => {
        const { id } = request.params;
        await changeArrival(tx, services, person, id, request.body.arrival);
        return id;
      }),
  );

  app.delete(
    '/api/letters/:id/arrival',
    { schema: { params: numberedParams, response: { 200: letter } } },
    async (request) =>
      changed(request, async (tx, person) => {
        const { id } = request.params;
        await takeBack(tx, person, id);
        return id;
      }),
  );

  app.post(
    '/api/letters/:id/desk',
    { schema: { params: numberedParams, response: { 200: draftRevision } } },
    async (request) =>
      once(db, request, (tx, person) => returnToDraft(tx, services, person, request.params.id)),
  );

  app.post(
    '/api/letters/:id/retry',
    { schema: { params: numberedParams, body: retryLetterBody, response: { 200: letter } } },
    async (request) =>
      addressed(request, async (tx, person) => {
        const { id } = request.params;
        await retryLetter(tx, services, person, id, request.body ?? {});
        return id;
      }),
  );

  app.post(
    '/api/letters/:id/web-page',
    { schema: { params: numberedParams, body: webPageBody, response: { 200: letter } } },
    async (request) =>
      changed(request, async (tx, person) => {
        const { id } = request.params;
        await setWebPage(tx, person, id, request.body.open);
        return id;
      }),
  );
}

function readRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.get(
    '/api/letters',
    {
      schema: { querystring: listQuery, response: { 200: z.union([letterList, letterListPage]) } },
      // Our own rows: checking them against the schema again took a third of the call.
      serializerCompiler: () => (answer) => JSON.stringify(answer),
    },
    async (request, reply) => {
      const person = requirePerson(request);
      const { uid } = person;
      const { cursor, limit, draft, batch, recipient: of } = request.query;
      const recipient = of === undefined ? undefined : await otherAddress(db, person, of);
      const together = request.query.together !== undefined;
      const waiting = request.query.waiting !== undefined;
      const reader = readerOf(services, request);
      const positionOf = ({ id, createdAt }: Letter) => ({ at: createdAt, id: String(id) });
      if (cursor === undefined && limit === undefined) {
        const asked = { recipient, draft, batch, together, waiting };
        // Those that wait, and those of a batch, are few and have an order of their own.
        const parts =
          waiting || batch
            ? onePart(() => listLetters(reader, uid, asked))
            : inPages((page) => listLetters(reader, uid, { ...asked, ...page }), positionOf);
        return sendList(reply, uid, parts);
      }
      const { page, nextCursor } = await readPage(
        request.query,
        NUMBER_ID,
        (page) => listLetters(reader, uid, { ...page, recipient, draft, together }),
        positionOf,
      );
      return { letters: page, nextCursor };
    },
  );

  app.get(
    '/api/letters/:id',
    { schema: { params: numberedParams, response: { 200: letter } } },
    async (request) => {
      const { uid } = requirePerson(request);
      const found = await findLetter(readerOf(services, request), uid, request.params.id);
      if (!found) throw noLetter();
      return found;
    },
  );
}

function suppressionRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/api/suppressions', { schema: { response: { 200: suppressionList } } }, async (request) => {
    const user = await requireUser(db, requirePerson(request));
    return listSuppressions(db, user.id, wordsFor(request.language));
  });

  app.post(
    '/api/suppressions/lift',
    { schema: { body: liftSuppressionBody, response: { 200: suppressionLifted } } },
    async (request) => {
      const user = await requireUser(db, requirePerson(request));
      return { lifted: await liftSuppression(db, user.id, request.body.email) };
    },
  );
}

function batchRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;

  app.post(
    '/api/letter-batches',
    { schema: { body: sendBatchBody, response: { 200: letterBatch } } },
    async (request) => {
      const person = requirePerson(request);
      // Twenty letters with twenty photos are 100 kB: kept is by what they are found.
      const { batchId, letterId } = await once(
        db,
        request,
        (tx) => sendBatch(tx, services, { person, ip: request.ip }, request.body),
        (ask) => limitRefusals(services, person.uid, ask),
      );
      const reader = readerOf(services, request);
      if (batchId !== null)
        return { batchId, letters: await listLetters(reader, person.uid, { batch: batchId }) };
      const letter = await findLetter(reader, person.uid, letterId);
      return { batchId, letters: letter ? [letter] : [] };
    },
  );
}
