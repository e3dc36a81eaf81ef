import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { browserName } from '../../../../shared/browser-name.ts';
import type { Config } from '../../../core/config.ts';
import type { Executor, Transaction } from '../../../core/db/database.ts';
import { first } from '../../../core/db/first.ts';
import type { AskedFrom } from '../../../core/jobs/jobs.ts';
import type { Services } from '../../../core/services.ts';
import { languageIn, wordsFor, wordsIn } from '../../../core/words.ts';
import { languageStillWarnedIn } from '../../users/profile.ts';
import { users } from '../../users/schema.ts';
import { type ActionKind, storeActionCode } from './action-codes.ts';
import type { Account } from './data.ts';
import {
  emailChangeMail,
  type passwordChangedMail,
  passwordResetMail,
  type Reader,
  signInMail,
  verificationMail,
} from './mails.ts';

export const askedFrom = ({ headers }: FastifyRequest): AskedFrom => ({
  browser: browserName(headers['user-agent'] ?? null),
  at: new Date().toISOString(),
});

/** Origin and languages of a request: `auth.languageCode`, sent as X-Firebase-Locale, then the browser's language. */
export function askedBy(http: FastifyRequest) {
  const locale = http.headers['x-firebase-locale'];
  const languages = typeof locale === 'string' ? [locale, http.language] : [http.language];
  return { languages, from: askedFrom(http) };
}

/** Uses the account's language, else its last browser's, and the request's last of all: a stranger may have made it. */
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

type LinkKind = Exclude<ActionKind, 'PASSKEY'>;

const LINK_MAILS: Record<LinkKind, typeof passwordResetMail> = {
  VERIFY_EMAIL: verificationMail,
  VERIFY_AND_CHANGE_EMAIL: emailChangeMail,
  PASSWORD_RESET: passwordResetMail,
  EMAIL_SIGNIN: signInMail,
};

/** A one-time link, to the account's address or to the new one. */
export async function mailLink(
  tx: Transaction,
  { config, queue }: Services,
  kind: LinkKind,
  account: Account,
  asked: { languages: string[]; from: AskedFrom | null; newEmail?: string; untilDayEnds?: boolean },
): Promise<void> {
  const code = await storeActionCode(tx, kind, account, asked);
  const reader = await mailReader(tx, config, account.uid, asked.languages);
  const to = asked.newEmail ?? account.email;
  const mail = LINK_MAILS[kind](config, reader, to, asked.from, code, account);
  await queue.enqueue(tx, 'send-mail', mail);
}

/**
 * Warns the owner of a confirmed address; any other may be a stranger's. For a while after a change of language it is
 * also sent in the former one, since an intruder with a session may have changed it.
 */
export async function mailWarning(
  tx: Transaction,
  { config, queue }: Services,
  { uid, email, emailVerified }: Pick<Account, 'uid' | 'email' | 'emailVerified'>,
  http: FastifyRequest,
  compose: typeof passwordChangedMail,
): Promise<void> {
  if (!emailVerified) return;
  const user = await languagesOf(tx, uid);
  const now = languageIn(config, user?.language, user?.browserLanguage);
  const before = user?.before ? languageIn(config, user.before) : now;
  for (const language of new Set([now, before])) {
    const reader = { words: wordsFor(language), timeZone: user?.timeZone ?? null };
    await queue.enqueue(tx, 'send-mail', compose(config, reader, email, askedFrom(http)));
  }
}

function languagesOf(db: Executor, uid: string) {
  const { language, browserLanguage, timeZone, accountUid } = users;
  const known = { language, browserLanguage, before: languageStillWarnedIn, timeZone };
  return first(db.select(known).from(users).where(eq(accountUid, uid)));
}
