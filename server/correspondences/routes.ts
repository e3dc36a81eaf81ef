import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  correspondencePage,
  correspondenceParams,
  correspondenceQuery,
} from '../../shared/correspondences.ts';
import { said } from '../../shared/words.ts';
import { notFound } from '../errors.ts';
import { requirePerson } from '../identity/sessions/person.ts';
import { cutPage, NUMBER_ID, readTimeCursor, writeTimeCursor } from '../platform/db/page-cursor.ts';
import type { Services } from '../platform/services.ts';
import { wordsFor } from '../platform/words.ts';
import { listExchanged, readExchanged } from './data.ts';

const DEFAULT_PAGE = 50;

/** All letters between a person and one address, to be read as a book or saved. */
export async function correspondenceRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/correspondences/:address',
    {
      schema: {
        params: correspondenceParams,
        querystring: correspondenceQuery,
        response: { 200: correspondencePage },
      },
    },
    async (request) => {
      const person = requirePerson(request);
      const { cursor, limit = DEFAULT_PAGE } = request.query;
      const found = await listExchanged(db, person, request.params.address, {
        cursor: cursor === undefined ? undefined : readTimeCursor(cursor, NUMBER_ID),
        limit: limit + 1,
      });
      if (cursor === undefined && found.length === 0) throw nothingExchanged();
      const { page, last } = cutPage(found, limit);
      return {
        letters: await readExchanged(db, person, page, wordsFor(request.language)),
        nextCursor: last && writeTimeCursor({ at: last.sentAt, id: String(last.id) }),
      };
    },
  );
}

const nothingExchanged = () => notFound(said('There are no letters with this address.'));
