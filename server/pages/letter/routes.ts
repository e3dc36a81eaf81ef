import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { letterPhotoName } from '../../../shared/photos.ts';
import { noPage, noPhoto } from '../../core/errors.ts';
import { stylesheet, stylesheetPath } from '../../core/html/stylesheet.ts';
import { languageQuery, pageWords } from '../../core/http/standalone-pages.ts';
import { wordsFor } from '../../core/words.ts';
import { photosOf } from '../../letters/deliver/letter-content.ts';
import type { LetterServices } from '../../letters/photos/convert/converter.ts';
import { downloadQuery, sendStoredPhoto } from '../../letters/photos/send-stored-photo.ts';
import { requirePage } from '../../letters/web-page.ts';
import { answerRoutes } from './answer-routes.ts';
import { emptyForm } from './answer-section.ts';
import { reportPageRoutes } from './report-routes.ts';
import { showLetter } from './show-letter.ts';
import { stopRoutes } from './stop-routes.ts';
import { letterPages, tokenParams, tokenSchema } from './token-pages.ts';

const letterSchema = {
  ...tokenSchema,
  querystring: languageQuery.extend({ answered: z.string().optional() }),
};
const photoSchema = {
  hide: true,
  params: tokenParams.extend({ position: z.coerce.number().int().min(1).max(1000) }),
  querystring: downloadQuery,
};

/** The token in the address is the proof, so no Origin is required. */
export async function webPageRoutes(app: FastifyInstance, services: LetterServices): Promise<void> {
  await app.register(async (scope) => {
    await letterPages(scope, services);
    readingRoutes(scope, services);
    await answerRoutes(scope, services);
    stopRoutes(scope, services);
    reportPageRoutes(scope, services);
    scope.get('/l/*', { schema: { hide: true } }, async () => {
      throw noPage();
    });
  });
}

function readingRoutes(scope: FastifyInstance, services: LetterServices): void {
  scope.get(stylesheetPath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(stylesheet),
  );

  scope.get('/l/:token', { schema: letterSchema }, async (request, reply) => {
    const { answered } = request.query;
    const page = await requirePage(services.db, request.params.token);
    const shown = answered === undefined ? emptyForm(randomUUID()) : 'sent';
    return showLetter(services, page, pageWords(services, request, page.letter.language), shown, reply);
  });

  scope.get('/l/:token/photo/:position', { schema: photoSchema }, async (request, reply) => {
    const { token, position } = request.params;
    const { letter } = await requirePage(services.db, token);
    const words = wordsFor(letter.language);
    const page = (await photosOf(services.db, letter, words))[position - 1];
    if (!page) throw noPhoto();
    const name = letterPhotoName(letter.senderName, position, words);
    return sendStoredPhoto(services, { ...request.query, id: page.id, name }, request, reply);
  });
}
