import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Language } from '../../../shared/languages.ts';
import { msg } from '../../../shared/words.ts';
import {
  languageQuery,
  type PageWords,
  pageWords,
  type Reader,
  standalonePages,
} from '../../core/http/standalone-pages.ts';
import type { Services } from '../../core/services.ts';
import { languageOfToken } from '../../letters/web-page.ts';

export const tokenParams = z.object({ token: z.string() });
export const tokenSchema = { hide: true, params: tokenParams, querystring: languageQuery };

export interface Asked extends Reader {
  params: z.infer<typeof tokenParams>;
}

export interface TokenPage extends PageWords {
  path: string;
}

export const tokenPage = (
  services: Pick<Services, 'config'>,
  request: Asked,
  language: Language,
): TokenPage => ({ path: `/l/${request.params.token}`, ...pageWords(services, request, language) });

/** Errors are in the language of the letter if there is one. */
export const letterPages = (scope: FastifyInstance, services: Services): Promise<void> =>
  standalonePages(scope, services, {
    images: "'self'",
    unknown: {
      title: msg('There is no letter here'),
      text: msg('Please check the link: it must be whole, as it stands in the e-mail.'),
    },
    languageOf: async ({ params }) => {
      const { token } = tokenParams.partial().parse(params ?? {});
      return token === undefined ? null : languageOfToken(services.db, token);
    },
  });
