import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  chooseLanguage,
  LANGUAGE_COOKIE,
  type Language,
  readAcceptLanguage,
} from '../../../shared/languages.ts';
import type { Executor } from '../../platform/db/database.ts';
import { users } from '../../platform/db/schema/users.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** in which its answer is worded: as chosen in this browser, else in the account, else as the browser asks for */
    readonly language: Language;
  }
}

/** Keeps a browser's language with its person, for mails to somebody who chose none. */
export async function noteBrowserLanguage(db: Executor, uid: string, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ browserLanguage: language })
    .where(and(eq(users.firebaseUid, uid), sql`${users.browserLanguage} is distinct from ${language}`));
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
