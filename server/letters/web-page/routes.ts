import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound, notReady, ProductError } from '../../errors.ts';
import { emptyForm } from '../../pages/answer-section.ts';
import { notePage } from '../../pages/document.ts';
import { html } from '../../pages/html.ts';
import { stylesheet, stylesheetPath } from '../../pages/stylesheet.ts';
import { isDatabaseAway } from '../../platform/db/unavailable.ts';
import { standalonePages } from '../../platform/http/standalone-pages.ts';
import type { Services } from '../../platform/services.ts';
import { answerRoutes } from './answer-routes.ts';
import { requirePage } from './data.ts';
import { sendPhoto, webPhotoQuery } from './photo-route.ts';
import { reportPageRoutes } from './report-routes.ts';
import { sendPage, showLetter } from './show-letter.ts';
import { stopRoutes } from './stop-routes.ts';

const params = z.object({ token: z.string() });
const photoParams = params.extend({ position: z.coerce.number().int().min(1).max(1000) });
/**
 * A letter's page, without an account: read it at full size and print it, and by the link in the recipient's mail answer
 * it or ask for no more letters. The token in the address is the proof, so no Origin is required.
 */
export async function webPageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await standalonePages(scope, "'self'");
    showErrors(scope, services.config.PRODUCT_NAME);
    readingRoutes(scope, services);
    await answerRoutes(scope, services);
    stopRoutes(scope, services);
    reportPageRoutes(scope, services);
    scope.get('/l/*', { schema: { hide: true } }, async () => {
      throw notFound('That page');
    });
  });
}

function readingRoutes(scope: FastifyInstance, services: Services): void {
  const routes = scope.withTypeProvider<ZodTypeProvider>();

  routes.get(stylesheetPath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('text/css; charset=utf-8')
      .send(stylesheet),
  );

  routes.get(
    '/l/:token',
    { schema: { hide: true, params, querystring: z.object({ answered: z.string().optional() }) } },
    async (request, reply) => {
      const page = await requirePage(services.db, request.params.token);
      const sent = request.query.answered !== undefined;
      return showLetter(services, page, sent ? 'sent' : emptyForm(randomUUID()), reply);
    },
  );

  routes.get(
    '/l/:token/photo/:position',
    { schema: { hide: true, params: photoParams, querystring: webPhotoQuery } },
    async (request, reply) => {
      const { letter } = await requirePage(services.db, request.params.token);
      return sendPhoto(services, letter, request.params.position, request.query, request, reply);
    },
  );
}

/** People read these pages in a browser, so errors are pages too. */
function showErrors(scope: FastifyInstance, productName: string): void {
  scope.setErrorHandler((error, request, reply) => {
    const { status, headers, title, words } = errorPage(error);
    if (status >= 500) request.log.error({ err: error }, 'letter page failed');
    return sendPage(reply.code(status).headers(headers), notePage(productName, title, html`<p>${words}</p>`));
  });
}

interface ErrorPage {
  status: number;
  headers: Record<string, string>;
  title: string;
  words: string;
}

/** Errors as pages for a person, never as JSON. */
function errorPage(error: unknown): ErrorPage {
  const refused = isDatabaseAway(error) ? notReady() : error;
  // A token with characters that cannot be stored is unknown, too.
  const isUnknown = (refusal: ProductError) => refusal.status === 404 || refusal.fields?.token !== undefined;
  if (refused instanceof ProductError && !isUnknown(refused)) {
    const { status, headers, message } = refused;
    const title = status === 410 ? 'This page is closed' : 'One moment, please';
    return { status, headers, title, words: message };
  }
  if (refused instanceof ProductError || (error instanceof Error && 'validation' in error)) {
    const words = 'Please check the link: it must be whole, as it stands in the e-mail.';
    return { status: 404, headers: {}, title: 'There is no letter here', words };
  }
  const words = 'Something went wrong on our side. Nothing was lost; please try again.';
  return { status: 500, headers: {}, title: 'That did not work', words };
}
