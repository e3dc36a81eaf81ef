import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { draftId } from '../../shared/drafts.ts';
import {
  changeArrivalBody,
  createLetterBody,
  letter,
  letterIdParams,
  letterList,
  letterListPage,
  retryLetterBody,
  sendLetterBody,
  webPageBody,
} from '../../shared/letters.ts';
import { suppressionLifted, suppressionList, suppressionParams } from '../../shared/suppressions.ts';
import { notFound } from '../errors.ts';
import { type Person, requirePerson } from '../identity/sessions/person.ts';
import type { Transaction } from '../platform/db/database.ts';
import { cutPage, NUMBER_ID, readTimeCursor, writeTimeCursor } from '../platform/db/page-cursor.ts';
import { once } from '../platform/idempotency.ts';
import type { Services } from '../platform/services.ts';
import { limitRefusals } from '../recipients/limit-refusals.ts';
import { liftSuppression, listSuppressions } from '../recipients/suppressions.ts';
import { requireUser } from '../users/data.ts';
import { changeArrival, takeBack } from './change-arrival.ts';
import { createLetter } from './create-letter.ts';
import { findLetter, listLetters } from './data.ts';
import { queueLetter } from './queue-letter.ts';
import { reportRoutes } from './report-routes.ts';
import { retryLetter } from './retry-letter.ts';
import { setWebPage } from './web-page/data.ts';
import { webPageRoutes } from './web-page/routes.ts';

const LARGEST_PAGE = 200;
const listQuery = z
  .object({
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional(),
    recipient: z.string().min(1).max(254).optional(),
    draft: draftId.optional(),
    /** only those that wait for their day, the next one first: 50 at most, so not in pages */
    waiting: z.literal('true').optional(),
  })
  .refine(({ waiting, cursor, limit }) => !waiting || (cursor === undefined && limit === undefined), {
    message: 'Letters that wait for their day come in one list.',
  });

/** Letters of the signed-in person (spec section 7), their bounced addresses, and the page of each letter. */
export async function letterRoutes(app: FastifyInstance, services: Services): Promise<void> {
  writeRoutes(app, services);
  readRoutes(app, services);
  suppressionRoutes(app, services);
  reportRoutes(app, services);
  await webPageRoutes(app, services);
}

function writeRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const present = async (tx: Transaction, person: Person, id: number) => {
    const found = await findLetter({ db: tx, config }, person.uid, id);
    if (!found) throw notFound('That letter');
    return found;
  };
  const addressGuard =
    ({ uid }: Person) =>
    <Answer>(ask: () => Promise<Answer>) =>
      limitRefusals(services, uid, ask);

  routes.post(
    '/api/letters',
    { schema: { body: createLetterBody, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      return once(
        db,
        request,
        async (tx) => {
          const id = await createLetter(tx, services, person, request.body);
          return present(tx, person, id);
        },
        addressGuard(person),
      );
    },
  );

  routes.post(
    '/api/letters/:id/send',
    { schema: { params: letterIdParams, body: sendLetterBody, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      const { id } = request.params;
      return once(
        db,
        request,
        async (tx) => {
          await queueLetter(tx, services, { person, ip: request.ip }, id, request.body?.arrival);
          return present(tx, person, id);
        },
        addressGuard(person),
      );
    },
  );

  routes.put(
    '/api/letters/:id/arrival',
    { schema: { params: letterIdParams, body: changeArrivalBody, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      const { id } = request.params;
      return once(
        db,
        request,
        async (tx) => {
          await changeArrival(tx, services, person, id, request.body.arrival);
          return present(tx, person, id);
        },
        addressGuard(person),
      );
    },
  );

  routes.delete(
    '/api/letters/:id/arrival',
    { schema: { params: letterIdParams, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      const { id } = request.params;
      return once(db, request, async (tx) => {
        await takeBack(tx, person, id);
        return present(tx, person, id);
      });
    },
  );

  routes.post(
    '/api/letters/:id/retry',
    { schema: { params: letterIdParams, body: retryLetterBody, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      const { id } = request.params;
      return once(
        db,
        request,
        async (tx) => {
          await retryLetter(tx, services, person, id, request.body?.recipientEmail);
          return present(tx, person, id);
        },
        addressGuard(person),
      );
    },
  );

  routes.post(
    '/api/letters/:id/web-page',
    { schema: { params: letterIdParams, body: webPageBody, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      const { id } = request.params;
      return once(db, request, async (tx) => {
        await setWebPage(tx, person, id, request.body.open);
        return present(tx, person, id);
      });
    },
  );
}

function readRoutes(app: FastifyInstance, { db, config }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/letters',
    {
      schema: { querystring: listQuery, response: { 200: z.union([letterList, letterListPage]) } },
      // The rows are our own and typed; checking each against the schema again took a third of the time of the call.
      serializerCompiler: () => (answer) => JSON.stringify(answer),
    },
    async (request) => {
      const { uid } = requirePerson(request);
      const { cursor, limit, recipient, draft } = request.query;
      const waiting = request.query.waiting !== undefined;
      if (cursor === undefined && limit === undefined)
        return listLetters({ db, config }, uid, { recipient, draft, waiting });
      const size = limit ?? 50;
      const found = await listLetters({ db, config }, uid, {
        cursor: cursor ? readTimeCursor(cursor, NUMBER_ID) : undefined,
        limit: size + 1,
        recipient,
        draft,
      });
      const { page, last } = cutPage(found, size);
      return {
        letters: page,
        nextCursor: last && writeTimeCursor({ at: last.createdAt, id: String(last.id) }),
      };
    },
  );

  routes.get(
    '/api/letters/:id',
    { schema: { params: letterIdParams, response: { 200: letter } } },
    async (request) => {
      const found = await findLetter({ db, config }, requirePerson(request).uid, request.params.id);
      if (!found) throw notFound('That letter');
      return found;
    },
  );
}

function suppressionRoutes(app: FastifyInstance, { db }: Services): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get('/api/suppressions', { schema: { response: { 200: suppressionList } } }, async (request) => {
    const user = await requireUser(db, requirePerson(request));
    return listSuppressions(db, user.id);
  });

  routes.delete(
    '/api/suppressions/:email',
    { schema: { params: suppressionParams, response: { 200: suppressionLifted } } },
    async (request) => {
      const user = await requireUser(db, requirePerson(request));
      return { lifted: await liftSuppression(db, user.id, request.params.email) };
    },
  );
}
