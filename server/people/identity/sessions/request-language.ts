import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  chooseLanguage,
  LANGUAGE_COOKIE,
  type Language,
  readAcceptLanguage,
} from '../../../../shared/languages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** in which its answer is worded: as chosen in this browser, else in the account, else as the browser asks for */
    readonly language: Language;
  }
}

/** Never the account's, which may be that of whoever was signed in here before. @param offered setting LANGUAGES */
export const browserLanguageOf = (request: FastifyRequest, offered: readonly Language[]): Language =>
  languageWanted(request, null, offered);

function languageWanted(
  { cookies, headers }: FastifyRequest,
  account: Language | null,
  offered: readonly Language[],
): Language {
  // A request that could not be read has no cookies yet.
  const chosen = [cookies?.[LANGUAGE_COOKIE], account].filter((one) => one != null);
  return (
    chooseLanguage([...chosen, ...readAcceptLanguage(headers['accept-language'] ?? '')], offered) ?? 'en'
  );
}

/** @param offered setting LANGUAGES */
export function languageOfRequests(app: FastifyInstance, offered: readonly Language[]): void {
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      return languageWanted(this, this.person?.language ?? null, offered);
    },
  });
}
