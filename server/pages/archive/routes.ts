import type { FastifyInstance } from 'fastify';
import {
  correspondencePage,
  correspondenceParams,
  correspondenceQuery,
} from '../../../shared/correspondences.ts';
import { said } from '../../../shared/words.ts';
import { readAtOnce } from '../../answers/data.ts';
import { cutPage, NUMBER_ID, pageAsked } from '../../core/db/page-cursor.ts';
import { notFound } from '../../core/errors.ts';
import { enforce, limit } from '../../core/rate-limit.ts';
import type { Services } from '../../core/services.ts';
import { wordsFor } from '../../core/words.ts';
import { sendZip } from '../../core/zip-stream.ts';
import { attachmentHeader } from '../../letters/photos/file-names.ts';
import { requirePerson } from '../../people/identity/sessions/person.ts';
import { listExchanged, readExchanged } from './data.ts';
import { saveCorrespondence } from './save-correspondence.ts';

export async function correspondenceRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services;

  app.get(
    '/api/correspondences/:conversationId',
    {
      schema: {
        params: correspondenceParams,
        querystring: correspondenceQuery,
        response: { 200: correspondencePage },
      },
    },
    async (request) => {
      const person = requirePerson(request);
      const { cursor, limit } = pageAsked(request.query, NUMBER_ID);
      const asked = { cursor, limit: limit + 1 };
      const found = await listExchanged(db, person, request.params.conversationId, asked);
      if (cursor === undefined && found.length === 0) throw nothingExchanged();
      const { page, nextCursor } = cutPage(found, readAtOnce(found, limit), ({ sentAt, id }) => ({
        at: sentAt,
        id: String(id),
      }));
      return {
        letters: await readExchanged(db, person, page, wordsFor(request.language)),
        nextCursor,
      };
    },
  );

  app.get(
    '/api/correspondences/:conversationId/export',
    // HEAD would read all of it.
    { exposeHeadRoute: false, schema: { params: correspondenceParams } },
    async (request, reply) => {
      const person = requirePerson(request);
      await enforce(db, limit('export', person.uid));
      const words = wordsFor(request.language);
      const saved = await saveCorrespondence(services, person, request.params.conversationId, words);
      if (!saved) throw nothingExchanged();
      return sendZip(reply, saved.zip, attachmentHeader('attachment', saved.fileName));
    },
  );
}

const nothingExchanged = () => notFound(said('There are no letters with this address.'));
