import type { Executor } from './db/database.ts';
import { networkOf, wideNetworkOf } from './http/network.ts';
import { limit, spend } from './rate-limit.ts';

/**
 * Counts a mail that somebody can have us send to a mailbox that may not be theirs: links to confirm an address, to reset
 * a password, to sign in and to all letters, and what tells of a gift. All kinds count together, on top of the limits of
 * each, which tell accounts and networks apart and so do not bound their sum. A request whose mail depends on whether the
 * address is known here counts either way, so that the rest of the allowance does not tell. Whoever has no account uses up
 * nothing that is for accounts, and one network not all of it.
 * @param mailbox keyed hash of the address, the same for all its spellings
 * @param asker who asks: `nobody` is somebody without a session
 * @param ip of somebody without a session, if the request is theirs
 * @returns false when the mailbox, or this network of it, has had its share today
 */
export async function countUnaskedMail(
  db: Executor,
  mailbox: string,
  asker: 'nobody' | 'account',
  ip?: string,
): Promise<boolean> {
  if (asker === 'account') return (await spend(db, limit('unasked mails', mailbox), 1)) !== null;
  if (ip !== undefined) {
    const ofNetwork = `${mailbox} ${wideNetworkOf(ip) ?? networkOf(ip)}`;
    if (!(await spend(db, limit('unasked mails without account from', ofNetwork), 1))) return false;
  }
  return (await spend(db, limit('unasked mails without account', mailbox), 1)) !== null;
}
