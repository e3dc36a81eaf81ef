import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../../../shared/languages.ts';
import type { Marked, Words } from '../../../shared/words.ts';
import { isDatabaseAway } from '../db/unavailable.ts';
import { ProductError, requestRefused } from '../errors.ts';
import { notePage, type PageOwner } from '../html/document.ts';
import { html } from '../html/html.ts';
import { answerOutage } from '../outage.ts';
import type { Services } from '../services.ts';
import { languageWanted, wordsFor } from '../words.ts';

interface Kind {
  images: "'self'" | "'none'";
  unknown: Record<'title' | 'text', string & Marked>;
  /** the language of the page that was asked for, else the request's is taken */
  languageOf?: (request: FastifyRequest) => Promise<Language | null>;
}

/** Opened by a secret link. Any body but their form is read and ignored: one click may be multipart (RFC 8058, 3.2). */
export async function standalonePages(scope: FastifyInstance, services: Services, kind: Kind): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(formbody);
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
  const headers = {
    'cache-control': 'private, no-store',
    vary: 'accept-language, cookie',
    [POLICY]: `default-src 'none'; img-src ${kind.images}; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  };
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  scope.setErrorHandler(async (error, request, reply) => {
    const outage = await answerOutage(error, services.db, request.log);
    const language = isDatabaseAway(error) ? null : await languageOf(kind, request);
    const page = pageWords(services, request, language ?? request.language);
    const { status, headers = {}, title, text } = errorPage(outage ?? error, page.words, kind);
    if (status >= 500 && !outage) request.log.error({ err: error }, 'page failed');
    return sendPage(reply.code(status).headers(headers), notePage(page, title, html`<p>${text}</p>`));
  });
}

export const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(markup);

const POLICY = 'content-security-policy';

/** Script of our own may run on this page, and make no markup of a text. */
export const allowScript = (reply: FastifyReply): FastifyReply =>
  reply.header(
    POLICY,
    `${reply.getHeader(POLICY)}; script-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types letters`,
  );

/** In the address of a page: `?lang=de`. */
export const languageQuery = z.object({ lang: z.enum(LANGUAGES).optional().catch(undefined) });

export interface PageWords extends PageOwner {
  /** `?lang=de`, or nothing */
  query: string;
}

/** As asked for in the address, else as chosen in this browser or wanted by it, else that of what the page is about. */
export function pageWords(
  { config }: Pick<Services, 'config'>,
  reader: Reader,
  language: Language,
): PageWords {
  const { lang } = languageQuery.catch({ lang: undefined }).parse(reader.query);
  const own = languageWanted(reader, config.LANGUAGES) ?? language;
  const asked = lang !== undefined && lang !== own && config.LANGUAGES.includes(lang);
  return {
    productName: config.PRODUCT_NAME,
    words: wordsFor(asked ? lang : own),
    query: asked ? `?lang=${lang}` : '',
  };
}

export type Reader = Pick<FastifyRequest, 'headers' | 'query'> & Partial<Pick<FastifyRequest, 'cookies'>>;

const languageOf = (kind: Kind, request: FastifyRequest): Promise<Language | null> | null | undefined =>
  kind.languageOf?.(request).catch((cause: unknown) => {
    request.log.info({ err: cause }, 'the language of a page could not be read');
    return null;
  });

function errorPage(error: unknown, words: Words, { unknown }: Kind) {
  const isInvalid = error instanceof Error && 'validation' in error;
  const refused = error instanceof ProductError ? error : requestRefused(error);
  if (isInvalid || refused?.status === 404)
    return { status: 404, title: words.t(unknown.title), text: words.t(unknown.text) };
  if (refused) {
    const { status, headers } = refused;
    const title = status === 410 ? words.t('This page is closed') : words.t('One moment, please');
    return { status, headers, title, text: words.say(refused.said) };
  }
  const text = words.t('Something went wrong on our side. Nothing was lost; please try again.');
  return { status: 500, title: words.t('That did not work'), text };
}
