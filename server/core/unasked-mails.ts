import type { Executor } from './db/database.ts';
import { limit, spend } from './rate-limit.ts';

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
  // Of anybody's, so that they leave some to the accounts of the mailbox.
  const name = asker === 'nobody' ? 'unasked mails without account' : 'unasked mails';
  return (await spend(db, limit(name, mailbox), 1)) !== null;
}
