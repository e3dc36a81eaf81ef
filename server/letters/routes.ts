import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createLetterBody, letter, letterIdParams, letterList, letterPage } from '../../shared/letters.ts';
import { badInput, notFound } from '../errors.ts';
import { once } from '../idempotency.ts';
import { requirePerson } from '../identity/person.ts';
import type { Services } from '../services.ts';
import { createLetter } from './create-letter.ts';
import { type Cursor, findLetter, listLetters } from './data.ts';
import { sendLetter } from './send-letter.ts';

const LARGEST_PAGE = 200;
const listQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).optional(),
});

/** Letters of whoever is signed in (spec section 7). */
export async function letterRoutes(app: FastifyInstance, { db, config, queue }: Services): Promise<void> {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/letters',
    { schema: { body: createLetterBody, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      return once(db, request, async (tx) => {
        const id = await createLetter(tx, config, person, request.body);
        const created = await findLetter(tx, person.uid, id);
        if (!created) throw notFound('That letter');
        return created;
      });
    },
  );

  routes.post(
    '/api/letters/:id/send',
    { schema: { params: letterIdParams, response: { 200: letter } } },
    async (request) => {
      const person = requirePerson(request);
      const { id } = request.params;
      return once(db, request, async (tx) => {
        await sendLetter(tx, queue, person, id);
        const sent = await findLetter(tx, person.uid, id);
        if (!sent) throw notFound('That letter');
        return sent;
      });
    },
  );

  routes.get(
    '/api/letters',
    { schema: { querystring: listQuery, response: { 200: z.union([letterList, letterPage]) } } },
    async (request) => {
      const { uid } = requirePerson(request);
      const { cursor, limit } = request.query;
      if (cursor === undefined && limit === undefined) return listLetters(db, uid);
      const size = limit ?? 50;
      const found = await listLetters(db, uid, {
        cursor: cursor ? readCursor(cursor) : undefined,
        limit: size + 1,
      });
      const letters = found.slice(0, size);
      const last = letters.at(-1);
      return { letters, nextCursor: found.length > size && last ? writeCursor(last) : null };
    },
  );

  routes.get(
    '/api/letters/:id',
    { schema: { params: letterIdParams, response: { 200: letter } } },
    async (request) => {
      const found = await findLetter(db, requirePerson(request).uid, request.params.id);
      if (!found) throw notFound('That letter');
      return found;
    },
  );
}

function writeCursor({ createdAt, id }: Cursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

/** @throws 400 for a cursor that is not one of ours */
function readCursor(text: string): Cursor {
  const [createdAt = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(createdAt) || !/^\d{1,15}$/.test(id))
    throw badInput('That cursor is not one of ours.');
  return { createdAt, id: Number(id) };
}
