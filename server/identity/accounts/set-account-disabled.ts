import { eq } from 'drizzle-orm';
import { accounts } from '../../platform/db/schema/identity.ts';
import type { Services } from '../../platform/services.ts';
import { sessionCacheOf } from '../sessions/session-cache.ts';
import { lockAccount, revokeEverything } from './data.ts';

/**
 * For the operator: shuts an account out, ending everything it is signed in with, or lets it in again. Another
 * process may still honour a session cookie for the ten seconds of its memo.
 * @returns false when there is no such account
 */
export async function setAccountDisabled(
  services: Services,
  uid: string,
  disabled: boolean,
): Promise<boolean> {
  const found = await services.db.transaction(async (tx) => {
    const account = await lockAccount(tx, uid);
    if (!account) return false;
    await tx.update(accounts).set({ disabled }).where(eq(accounts.uid, uid));
    if (disabled) await revokeEverything(tx, account);
    return true;
  });
  sessionCacheOf(services).forgetUid(uid);
  return found;
}
