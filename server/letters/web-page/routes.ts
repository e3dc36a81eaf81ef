import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Words } from '../../../shared/words.ts';
import { noPage, notReady, ProductError } from '../../errors.ts';
import { emptyForm } from '../../pages/answer-section.ts';
import { notePage } from '../../pages/document.ts';
import { html } from '../../pages/html.ts';
import { stylesheet, stylesheetPath } from '../../pages/stylesheet.ts';
import { isDatabaseAway } from '../../platform/db/unavailable.ts';
import { standalonePages } from '../../platform/http/standalone-pages.ts';
import type { Services } from '../../platform/services.ts';
import { answerRoutes } from './answer-routes.ts';
import { requirePage } from './data.ts';
import { languageOfToken, languageQuery, pageWords } from './page-words.ts';
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
    showErrors(scope, services);
    readingRoutes(scope, services);
    await answerRoutes(scope, services);
    stopRoutes(scope, services);
    reportPageRoutes(scope, services);
    scope.get('/l/*', { schema: { hide: true } }, async () => {
      throw noPage();
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
    {
      schema: {
        hide: true,
        params,
        querystring: languageQuery.extend({ answered: z.string().optional() }),
      },
    },
    async (request, reply) => {
      const { answered, lang } = request.query;
      const page = await requirePage(services.db, request.params.token);
      const shown = answered === undefined ? emptyForm(randomUUID()) : 'sent';
      return showLetter(services, page, pageWords(services, page.letter.language, lang), shown, reply);
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

/** People read these pages in a browser, so errors are pages too: as asked for, or in the letter's language if it has one. */
function showErrors(scope: FastifyInstance, { db, config }: Services): void {
  scope.setErrorHandler(async (error, request, reply) => {
    const { token } = z.object({ token: z.string().catch('') }).parse(request.params ?? {});
    const language = isDatabaseAway(error)
      ? null
      : await languageOfToken(db, token).catch((cause: unknown) => {
          request.log.info({ err: cause }, 'the language of a letter’s page could not be read');
          return null;
        });
    const { lang } = languageQuery.catch({ lang: undefined }).parse(request.query);
    const { words } = pageWords({ config }, language ?? request.language, lang);
    const { status, headers, title, text } = errorPage(error, words);
    if (status >= 500) request.log.error({ err: error }, 'letter page failed');
    const page = notePage(config.PRODUCT_NAME, words, title, html`<p>${text}</p>`);
    return sendPage(reply.code(status).headers(headers), page);
  });
}

interface ErrorPage {
  status: number;
  headers: Record<string, string>;
  title: string;
  text: string;
}

/** Errors as pages for a person, never as JSON. */
function errorPage(error: unknown, words: Words): ErrorPage {
  const refused = isDatabaseAway(error) ? notReady() : error;
  // A token with characters that cannot be stored is unknown, too.
  const isUnknown = (refusal: ProductError) => refusal.status === 404 || refusal.fields?.token !== undefined;
  if (refused instanceof ProductError && !isUnknown(refused)) {
    const { status, headers } = refused;
    const title = status === 410 ? words.t('This page is closed') : words.t('One moment, please');
    return { status, headers, title, text: words.say(refused.said) };
  }
  if (refused instanceof ProductError || (error instanceof Error && 'validation' in error)) {
    const text = words.t('Please check the link: it must be whole, as it stands in the e-mail.');
    return { status: 404, headers: {}, title: words.t('There is no letter here'), text };
  }
  const text = words.t('Something went wrong on our side. Nothing was lost; please try again.');
  return { status: 500, headers: {}, title: words.t('That did not work'), text };
}
