import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { ProductError } from '../../core/errors.ts';
import { withdrawProof } from '../users/profile.ts';
import { type Account, lockAccount, revokeEverything } from './accounts/data.ts';
import { lockFirebasePerson, requireFirebaseProfile } from './firebase/firebase-person.ts';
import { GoogleError, IdTokenRefused } from './google-errors.ts';
import type { EraseCause } from './hand-over.ts';
import type { IdentityServices } from './identity-provider.ts';
import { text, verb } from './protocol/account-fields.ts';
import { accounts, actionCodes, endedSignIns, firebasePeople, linkedProviders, sessions } from './schema.ts';
import type { Person } from './sessions/person.ts';
import { sessionCacheOf } from './sessions/session-cache.ts';
import {
  assertRecent,
  assertSignInValid,
  authenticate,
  requireValidAccount,
  type VerifiedIdToken,
  verifyIdToken,
} from './tokens/verify-id-token.ts';

const proofNeeded = () =>
  new ProductError(
    403,
    'PROOF_NEEDED',
    said('Please confirm that it is you: sign in again, then delete your account.'),
  );

/** In Firebase mode the browser deletes it there. @param idToken of a sign-in within 15 minutes @throws 403 PROOF_NEEDED */
export async function closeAccount(
  services: IdentityServices,
  { uid }: Person,
  idToken: string,
  erase: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    const token = await verifyIdToken(services, idToken);
    if (token.uid !== uid) throw proofNeeded();
    assertRecent(token);
    await services.db.transaction(async (tx) => {
      if (services.identity.firebase) await closeFirebaseAccount(tx, token, erase);
      else await closeEmbeddedAccount(tx, token, erase);
    });
  } catch (error) {
    if (error instanceof IdTokenRefused || error instanceof GoogleError) throw proofNeeded();
    throw error;
  }
  sessionCacheOf(services).forgetUid(uid);
}

async function closeEmbeddedAccount(
  tx: Transaction,
  token: VerifiedIdToken,
  erase: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const account = requireValidAccount(await lockAccount(tx, token.uid), token);
  await assertSignInValid(tx, token);
  await tx.delete(sessions).where(eq(sessions.uid, account.uid));
  await erase(tx);
  await removeAccount(tx, account);
}

async function closeFirebaseAccount(
  tx: Transaction,
  token: VerifiedIdToken,
  erase: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await lockFirebasePerson(tx, token.uid);
  await requireFirebaseProfile(tx, token);
  await tx.delete(sessions).where(eq(sessions.uid, token.uid));
  await erase(tx);
  await tx.delete(firebasePeople).where(eq(firebasePeople.uid, token.uid));
  const until = Math.floor(Date.now() / 1000);
  await tx.insert(endedSignIns).values({ uid: token.uid, since: 0, until });
}

/** On a database that was set back. One that was handed over stays, empty, until its owner proves the address again. */
export async function closeRestoredAccount(
  services: IdentityServices,
  { uid, cause, at }: { uid: string; cause: EraseCause; at: Date },
  erase: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockFirebasePerson(tx, uid);
    const account = await lockAccount(tx, uid);
    await tx.delete(sessions).where(eq(sessions.uid, uid));
    await erase(tx);
    if (account && cause === 'account delete') await removeAccount(tx, account);
    else if (account) {
      await tx.delete(linkedProviders).where(eq(linkedProviders.uid, uid));
      await tx.delete(actionCodes).where(eq(actionCodes.uid, uid));
      await tx.update(accounts).set({ displayName: null, photoUrl: null }).where(eq(accounts.uid, uid));
      await revokeEverything(tx, account);
    }
    if (!services.identity.firebase) return;
    await tx.delete(firebasePeople).where(eq(firebasePeople.uid, uid));
    await tx.insert(endedSignIns).values({ uid, since: 0, until: Math.floor(at.getTime() / 1_000) });
  });
  sessionCacheOf(services).forgetUid(uid);
}

async function removeAccount(tx: Transaction, account: Account): Promise<void> {
  await revokeEverything(tx, account);
  await withdrawProof(tx, account.uid);
  await tx.delete(accounts).where(eq(accounts.uid, account.uid));
}

const deleteAccountRequest = z.object({ idToken: text });

/** `accounts:delete`. @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN, {IdTokenRefused} */
export const deleteAccount = verb(deleteAccountRequest, async (services, request) => {
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  const { token } = await authenticate(services, request.idToken);
  assertRecent(token);
  const erase = (tx: Transaction) => services.on.erase(tx, token.uid, 'account delete');
  await services.db.transaction((tx) => closeEmbeddedAccount(tx, token, erase));
  sessionCacheOf(services).forgetUid(token.uid);
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
});
