import type { AskedAccountLink } from '../../../core/jobs/jobs.ts';
import { hasRecentCode, storeActionCode } from '../accounts/action-codes.ts';
import { type Account, findAccountByEmail } from '../accounts/data.ts';
import { type LinkKind, linkToMail } from '../accounts/limits.ts';
import { mailReader } from '../accounts/mail-words.ts';
import { passwordResetMail, signInMail } from '../accounts/mails.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { noteSecurityEvent } from '../security-events.ts';

type Code = AskedAccountLink['code'];

export const LIMITS_OF: Record<Code, LinkKind> = { PASSWORD_RESET: 'reset', EMAIL_SIGNIN: 'sign-in-link' };
const MAILS: Record<Code, typeof passwordResetMail> = {
  PASSWORD_RESET: passwordResetMail,
  EMAIL_SIGNIN: signInMail,
};

/**
 * Mails the link if there is an account. The request does not wait for this, so that it takes as long for every
 * address; however often strangers ask, the owner of a proved mailbox gets a new link (`linkToMail`).
 */
export async function mailAskedLink(services: IdentityServices, asked: AskedAccountLink): Promise<void> {
  const { db, config, queue } = services;
  const { code: kind, languages, ip } = asked;
  const account = await findAccountByEmail(db, asked.email);
  const granted = account && !account.disabled && (await grantOf(services, account, asked));
  if (!account || !granted) return;
  await db.transaction(async (tx) => {
    const code = await storeActionCode(tx, kind, account, { untilDayEnds: granted === 'link for the day' });
    const reader = await mailReader(tx, config, account.uid, languages);
    const mail = MAILS[kind](config, reader, account.email, asked.from ?? null, code, account);
    await queue.enqueue(tx, 'send-mail', mail);
  });
  await noteSecurityEvent(services, { kind: 'link-mailed', uid: account.uid, ip });
}

async function grantOf(
  { db, addressHash }: IdentityServices,
  account: Account,
  { code, isOwners, withinShare }: AskedAccountLink,
) {
  if (isOwners) return 'link';
  const hasRecentLink = await hasRecentCode(db, code, account);
  const { email, emailVerified } = account;
  const asked = { email, emailVerified, hasRecentLink, withinShare };
  return linkToMail(db, LIMITS_OF[code], addressHash(email), asked);
}
