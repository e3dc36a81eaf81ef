import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Words } from '../../../../shared/words.ts';
import type { Config } from '../../../core/config.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import type { Services } from '../../../core/services.ts';
import { languageIn, wordsFor, wordsIn } from '../../../core/words.ts';
import { languageStillWarnedIn } from '../../users/language-before.ts';
import { users } from '../../users/schema.ts';
import type { Account } from './data.ts';
import { passwordChangedMail } from './mails.ts';

/** What a request asks for: `auth.languageCode`, sent as X-Firebase-Locale, then the browser's. */
export function askedLanguages({ headers, language }: FastifyRequest): string[] {
  const locale = headers['x-firebase-locale'];
  return typeof locale === 'string' ? [locale, language] : [language];
}

/**
 * In the language of the account, else that of the browser last used, else what the request asks for: a stranger
 * may have caused it.
 */
export async function mailWords(
  db: Executor,
  config: Config,
  uid: string,
  asked: string[] = [],
): Promise<Words> {
  const [user] = await db
    .select({ language: users.language, browserLanguage: users.browserLanguage })
    .from(users)
    .where(eq(users.accountUid, uid));
  return wordsIn(config, user?.language, user?.browserLanguage, ...asked);
}

/**
 * A warning is sent in each of them: in the account's language, and for a while after a change in the one before,
 * for whoever holds a session may change it.
 */
export async function warningWords(
  db: Executor,
  config: Config,
  uid: string,
): Promise<[now: Words, ...before: Words[]]> {
  const [user] = await db
    .select({
      language: users.language,
      browserLanguage: users.browserLanguage,
      before: languageStillWarnedIn,
    })
    .from(users)
    .where(eq(users.accountUid, uid));
  const now = languageIn(config, user?.language, user?.browserLanguage);
  const before = user?.before ? languageIn(config, user.before) : now;
  return before === now ? [wordsFor(now)] : [wordsFor(now), wordsFor(before)];
}

/** Tells the owner of a confirmed address; any other may be a stranger's. */
export async function mailPasswordChanged(
  tx: Transaction,
  { config, queue }: Pick<Services, 'config' | 'queue'>,
  { uid, email, emailVerified }: Account,
): Promise<void> {
  if (!emailVerified) return;
  for (const words of await warningWords(tx, config, uid))
    await queue.enqueue(tx, 'send-mail', passwordChangedMail(config, words, email));
}
