import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { browserName } from '../../../../shared/browser-name.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { Config } from '../../../core/config.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import type { AskedFrom } from '../../../core/jobs/jobs.ts';
import type { Services } from '../../../core/services.ts';
import { languageIn, wordsFor, wordsIn } from '../../../core/words.ts';
import { languageStillWarnedIn } from '../../users/profile.ts';
import { users } from '../../users/schema.ts';
import type { Account } from './data.ts';
import { passwordChangedMail, type Reader } from './mails.ts';

/** What a request asks for: `auth.languageCode`, sent as X-Firebase-Locale, then the browser's. */
export function askedLanguages({ headers, language }: FastifyRequest): string[] {
  const locale = headers['x-firebase-locale'];
  return typeof locale === 'string' ? [locale, language] : [language];
}

export const askedFrom = ({ headers }: FastifyRequest): AskedFrom => ({
  browser: browserName(headers['user-agent'] ?? null),
  at: new Date().toISOString(),
});

/** In the account's language, else the last browser's, else what the request asks for: a stranger may have caused it. */
export async function mailReader(
  db: Executor,
  config: Config,
  uid: string,
  asked: string[] = [],
): Promise<Reader> {
  const user = await languagesOf(db, uid);
  const words = wordsIn(config, user?.language, user?.browserLanguage, ...asked);
  return { words, timeZone: user?.timeZone ?? null };
}

/** A warning also comes in the language before, for a while: whoever holds a session may change it. */
export async function warningReaders(
  db: Executor,
  config: Config,
  uid: string,
): Promise<[now: Reader, ...before: Reader[]]> {
  const user = await languagesOf(db, uid);
  const now = languageIn(config, user?.language, user?.browserLanguage);
  const before = user?.before ? languageIn(config, user.before) : now;
  const reader = (language: Language) => ({ words: wordsFor(language), timeZone: user?.timeZone ?? null });
  return before === now ? [reader(now)] : [reader(now), reader(before)];
}

function languagesOf(db: Executor, uid: string) {
  const { language, browserLanguage, timeZone, accountUid } = users;
  const known = { language, browserLanguage, before: languageStillWarnedIn, timeZone };
  return first(db.select(known).from(users).where(eq(accountUid, uid)));
}

/** Tells the owner of a confirmed address; any other may be a stranger's. */
export async function mailPasswordChanged(
  tx: Transaction,
  { config, queue }: Services,
  { uid, email, emailVerified }: Account,
  from: AskedFrom,
): Promise<void> {
  if (!emailVerified) return;
  for (const reader of await warningReaders(tx, config, uid))
    await queue.enqueue(tx, 'send-mail', passwordChangedMail(config, reader, email, from));
}
