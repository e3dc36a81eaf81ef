import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  chooseLanguage,
  LANGUAGE_COOKIE,
  type Language,
  readAcceptLanguage,
} from '../../../shared/languages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** in which its answer is worded: as chosen in this browser, else in the account, else as the browser asks for */
    readonly language: Language;
  }
}

/** @param offered setting LANGUAGES */
export function languageOfRequests(app: FastifyInstance, offered: readonly Language[]): void {
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      // A request that could not be read has no cookies yet.
      const chosen = [this.cookies?.[LANGUAGE_COOKIE], this.person?.language].filter((one) => one != null);
      const wanted = readAcceptLanguage(this.headers['accept-language'] ?? '');
      return chooseLanguage([...chosen, ...wanted], offered) ?? 'en';
    },
  });
}
