import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '../../../../shared/languages.ts';
import { languageWanted } from '../../../core/words.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** in which its answer is worded: as chosen in this browser, else in the account, else as the browser asks for */
    readonly language: Language;
  }
}

/** Never the account's, which may be that of whoever was signed in here before. @param offered setting LANGUAGES */
export const browserLanguageOf = (request: FastifyRequest, offered: readonly Language[]): Language =>
  languageWanted(request, offered) ?? 'en';

/** @param offered setting LANGUAGES */
export function languageOfRequests(app: FastifyInstance, offered: readonly Language[]): void {
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      return languageWanted(this, offered, this.person?.language) ?? 'en';
    },
  });
}
