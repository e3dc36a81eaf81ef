import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { said } from '../../../shared/words.ts';
import type { Transaction } from '../../core/db/database.ts';
import { ProductError } from '../../core/errors.ts';
import { lockAccount, revokeEverything } from './accounts/data.ts';
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

type Erase = (tx: Transaction) => Promise<void>;

/** In Firebase mode the browser deletes it at the project. @param idToken of a sign-in within 15 minutes @throws 403 PROOF_NEEDED */
export async function closeAccount(
  services: IdentityServices,
  { uid }: Person,
  idToken: string,
  erase: Erase,
): Promise<void> {
  try {
    const token = await verifyIdToken(services, idToken);
    if (token.uid !== uid) throw proofNeeded();
    assertRecent(token);
    await close(services, token, erase);
  } catch (error) {
    if (error instanceof IdTokenRefused || error instanceof GoogleError) throw proofNeeded();
    throw error;
  }
}

async function close(services: IdentityServices, token: VerifiedIdToken, erase: Erase): Promise<void> {
  const { uid } = token;
  await services.db.transaction(async (tx) => {
    if (services.identity.firebase) {
      await lockFirebasePerson(tx, uid);
      await requireFirebaseProfile(tx, token);
    } else {
      requireValidAccount(await lockAccount(tx, uid), token);
      await assertSignInValid(tx, token);
    }
    // The project's clock may be ahead of ours.
    await empty(tx, services, uid, new Date(Math.max(Date.now(), token.authTime * 1000)), erase);
    await tx.delete(accounts).where(eq(accounts.uid, uid));
  });
  sessionCacheOf(services).forgetUid(uid);
}

/** Sessions first, so that no write of one comes after the erasure. @param until at Firebase, sign-ins up to this time end */
async function empty(
  tx: Transaction,
  { identity }: IdentityServices,
  uid: string,
  until: Date,
  erase: Erase,
): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.uid, uid));
  await erase(tx);
  if (!identity.firebase) return;
  await tx.delete(firebasePeople).where(eq(firebasePeople.uid, uid));
  await tx.insert(endedSignIns).values({ uid, since: 0, until: Math.floor(until.getTime() / 1000) });
}

/** For a restored database. An account that was handed over stays, empty, until its owner proves the address again. */
export async function closeRestoredAccount(
  services: IdentityServices,
  { uid, cause, at }: { uid: string; cause: EraseCause; at: Date },
  erase: Erase,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockFirebasePerson(tx, uid);
    const account = await lockAccount(tx, uid);
    await empty(tx, services, uid, at, erase);
    if (cause === 'account delete') await tx.delete(accounts).where(eq(accounts.uid, uid));
    else if (account) {
      await tx.delete(linkedProviders).where(eq(linkedProviders.uid, uid));
      await tx.delete(actionCodes).where(eq(actionCodes.uid, uid));
      await tx.update(accounts).set({ displayName: null, photoUrl: null }).where(eq(accounts.uid, uid));
      await revokeEverything(tx, account);
    }
  });
  sessionCacheOf(services).forgetUid(uid);
}

const deleteAccountRequest = z.object({ idToken: text });

/** `accounts:delete`. @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN, {IdTokenRefused} */
export const deleteAccount = verb(deleteAccountRequest, async (services, request) => {
  if (!request.idToken) throw new GoogleError('MISSING_ID_TOKEN');
  const { token } = await authenticate(services, request.idToken);
  assertRecent(token);
  await close(services, token, (tx) => services.on.erase(tx, token.uid, 'account delete'));
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
});
