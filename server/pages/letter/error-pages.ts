import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { said, type Words } from '../../../shared/words.ts';
import { isDatabaseAway } from '../../core/db/unavailable.ts';
import { ProductError, tooLarge } from '../../core/errors.ts';
import { notePage } from '../../core/html/document.ts';
import { html } from '../../core/html/html.ts';
import { answerOutage } from '../../core/outage.ts';
import type { Services } from '../../core/services.ts';
import { languageOfToken, languageQuery, pageWords } from './page-words.ts';
import { sendPage } from './show-letter.ts';

/** People read these pages in a browser, so errors are pages too: as asked for, or in the letter's language if it has one. */
export function showErrors(scope: FastifyInstance, { db, config }: Services): void {
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
    const outage = await answerOutage(error, db, request.log);
    const { status, headers, title, text } = errorPage(outage ?? error, words);
    if (status >= 500 && !outage) request.log.error({ err: error }, 'letter page failed');
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
  const refused = isTooLarge(error) ? TOO_LARGE : error;
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

const TOO_LARGE = tooLarge('TOO_LARGE', said('That is more than we can take at once.'));
const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
