import type { Executor } from './db/database.ts';
import { spend } from './rate-limit.ts';

/** To one mailbox, whoever asks, from wherever, for whatever kind of mail. Only links to a proved one go beyond (`isLinkTooMuch`). */
const UNASKED_MAILS_A_DAY = 40;
/** Of these by anybody who is not signed in, so that they leave some to the accounts of the mailbox. */
const WITHOUT_ACCOUNT_A_DAY = 20;
const DAY = 24 * 3600;

/**
 * Counts a mail that somebody can have us send to a mailbox that may not be theirs: links to confirm an address, to reset
 * a password, to sign in and to all letters, and what tells of a gift. All kinds count together, on top of the limits of
 * each, which tell accounts and networks apart and so do not bound their sum. A request whose mail depends on whether the
 * address is known here counts either way, so that the rest of the allowance does not tell.
 * @param mailbox keyed hash of the address, the same for all its spellings
 * @param asker who asks: `nobody` is somebody without a session
 * @returns false, with nothing counted, when the mailbox has had its share today
 */
export async function countUnaskedMail(
  db: Executor,
  mailbox: string,
  asker: 'nobody' | 'account',
): Promise<boolean> {
  const most = asker === 'nobody' ? WITHOUT_ACCOUNT_A_DAY : UNASKED_MAILS_A_DAY;
  const day = { key: `unasked mails:${mailbox}`, most, window: DAY };
  return (await spend(db, day, 1)) !== null;
}
