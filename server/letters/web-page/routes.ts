import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PAGE_REPLY_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { notFound, notReady, ProductError } from '../../errors.ts';
import { notePage } from '../../pages/document.ts';
import { html } from '../../pages/html.ts';
import { letterPage, type ReplyForm } from '../../pages/letter-page.ts';
import { stylesheet, stylesheetPath } from '../../pages/stylesheet.ts';
import { isDatabaseAway } from '../../platform/db/unavailable.ts';
import { standalonePages } from '../../platform/http/standalone-pages.ts';
import type { Services } from '../../platform/services.ts';
import { letterContent, photosOf } from '../letter-content.ts';
import { findPage, type OpenedPage } from './data.ts';
import { sendPhoto, webPhotoQuery } from './photo-route.ts';
import { replyOnPage } from './reply-on-page.ts';
import { reportPageRoutes } from './report-routes.ts';
import { stopRoutes } from './stop-routes.ts';

const params = z.object({ token: z.string() });
const photoParams = params.extend({ position: z.coerce.number().int().min(1).max(1000) });
const replyBody = z.preprocess(
  (form) => form ?? {},
  z.object({ text: z.string().default(''), form: z.string().max(100).default('') }),
);

/**
 * A letter's page, without an account: read it at full size and print it, and by the link in the recipient's mail answer
 * it or ask for no more letters. The token in the address is the proof, so no Origin is required.
 */
export async function webPageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await standalonePages(scope, "'self'");
    showErrors(scope, services.config.PRODUCT_NAME);
    readingRoutes(scope, services);
    replyRoute(scope, services);
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
      const page = await openPage(services, request.params.token);
      const state = request.query.answered === undefined ? 'open' : 'sent';
      return sendLetterPage(services, page, { form: randomUUID(), draft: '', state }, reply);
    },
  );

  routes.get(
    '/l/:token/photo/:position',
    { schema: { hide: true, params: photoParams, querystring: webPhotoQuery } },
    async (request, reply) => {
      const { letter } = await openPage(services, request.params.token);
      return sendPhoto(services, letter, request.params.position, request.query, request, reply);
    },
  );
}

function replyRoute(scope: FastifyInstance, services: Services): void {
  scope
    .withTypeProvider<ZodTypeProvider>()
    .post(
      '/l/:token/answer',
      { config: { ownProof: true }, schema: { hide: true, params, body: replyBody } },
      async (request, reply) => {
        const page = await openPage(services, request.params.token);
        // Whoever sent the letter has the link that only reads.
        if (!page.byRecipient) throw notFound('That page');
        const { letter, path } = page;
        const { text, form } = request.body;
        const again = (status: number, state: ReplyForm['state']) => {
          reply.code(status);
          return sendLetterPage(services, page, { form, draft: text, state }, reply);
        };
        if (text.trim() === '') return again(400, 'empty');
        if (text.length > PAGE_REPLY_MAX_CHARACTERS + text.split('\n').length) return again(400, 'too-long');
        try {
          await services.db.transaction((tx) => replyOnPage(tx, services, letter, { text, form }));
        } catch (error) {
          if (!(error instanceof ProductError) || error.status !== 429) throw error;
          reply.headers(error.headers);
          return again(429, 'too-many');
        }
        return reply.redirect(`${path}?answered#answer`, 303);
      },
    );
}

/** @throws 404 for an unknown token, 410 for a page that its sender closed */
async function openPage({ db }: Services, token: string): Promise<OpenedPage> {
  const page = await findPage(db, token);
  if (!page) throw notFound('That page');
  if (page.letter.webRevokedAt !== null) {
    throw new ProductError(
      410,
      'PAGE_CLOSED',
      'Whoever wrote this letter has closed its page. The e-mail that brought it is still yours.',
    );
  }
  return page;
}

async function sendLetterPage(
  { db, config }: Services,
  { letter, path, byRecipient }: OpenedPage,
  answer: ReplyForm,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pages = await photosOf(db, letter);
  const mail = letterContent(config, letter, pages, (position) => `${path}/photo/${position}`);
  const rights = {
    answer: byRecipient ? answer : null,
    mayStop: byRecipient || letter.mailedToken === null,
  };
  return sendPage(reply, letterPage({ path, template: letter.template, mail, pages, ...rights }));
}

function sendPage(reply: FastifyReply, markup: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(markup);
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
