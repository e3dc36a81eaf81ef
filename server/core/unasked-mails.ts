import type { Executor } from './db/database.ts';
import { limit, spend } from './rate-limit.ts';

/**
 * A mail that somebody can have us send to a mailbox that may not be theirs; all kinds together, whether the
 * address is known or not.
 * @param mailbox keyed hash of the address in all its spellings
 * @param asker `nobody` is somebody without a session
 * @returns false when the mailbox, or this network of it, has had its share today
 */
export async function countUnaskedMail(
  db: Executor,
  mailbox: string,
  asker: 'nobody' | 'account',
  network?: string,
): Promise<boolean> {
  if (asker === 'account') return (await spend(db, limit('unasked mails', mailbox), 1)) !== null;
  if (network !== undefined) {
    const ofNetwork = limit('unasked mails without account from', `${mailbox} ${network}`);
    if (!(await spend(db, ofNetwork, 1))) return false;
  }
  return (await spend(db, limit('unasked mails without account', mailbox), 1)) !== null;
}
