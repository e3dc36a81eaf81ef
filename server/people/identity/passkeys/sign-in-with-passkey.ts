import {
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { PasskeySignIn } from '../../../../shared/passkeys.ts';
import { said } from '../../../../shared/words.ts';
import type { Transaction } from '../../../core/db/database.ts';
import { ProductError } from '../../../core/errors.ts';
import { networkOf } from '../../../core/http/network.ts';
import { enforce, limit } from '../../../core/rate-limit.ts';
import { storeActionCode } from '../accounts/action-codes.ts';
import { lockAccount } from '../accounts/data.ts';
import { signCustomToken } from '../firebase/custom-token.ts';
import { lockFirebasePerson } from '../firebase/firebase-person.ts';
import type { IdentityServices, RelyingParty } from '../identity-provider.ts';
import { passkeys } from '../schema.ts';
import { noteSecurityEvent } from '../security-events.ts';
import { newChallenge, takeChallenge } from './challenges.ts';
import type { StoredPasskey } from './data.ts';

const PURPOSE = 'sign-in';

const refused = () =>
  new ProductError(
    400,
    'PASSKEY_REFUSED',
    said('That did not work. Please try again, or sign in another way.'),
  );
const unknown = () =>
  new ProductError(
    400,
    'PASSKEY_UNKNOWN',
    said(
      'This way of signing in was removed from the account. Please use your password, or have a link mailed.',
    ),
  );
const closed = () =>
  new ProductError(403, 'ACCOUNT_CLOSED', said('This account has been closed. Support can tell you more.'));

/** For `navigator.credentials.get`: any passkey that the browser has for us. */
export function signInOptions(
  services: IdentityServices,
  { id }: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: id,
    challenge: newChallenge(services, PURPOSE),
    userVerification: 'required',
  });
}

/**
 * Signs in by a passkey. Only refused answers count against the limit of a network; a valid one passes even beyond it.
 * @returns what the SDK's `signInWithCustomToken` takes
 * @throws 400 for an answer that is not valid or of an unknown passkey; 403 for a disabled account; 429
 */
export async function signInWithPasskey(
  services: IdentityServices,
  party: RelyingParty,
  response: PasskeySignIn,
  { ip, log }: Pick<FastifyRequest, 'ip' | 'log'>,
): Promise<string> {
  const [stored] = await services.db.select().from(passkeys).where(eq(passkeys.credentialId, response.id));
  try {
    if (!stored) throw unknown();
    const counter = await verify(services, party, response, stored, log);
    return await services.db.transaction((tx) => tokenFor(tx, services, stored, counter));
  } catch (error) {
    // 403 is noted by `app.ts`.
    if (error instanceof ProductError && error.status === 400) {
      void noteSecurityEvent(services, { kind: 'denied', uid: stored?.uid, ip });
      await enforce(services.db, limit('passkey:network', networkOf(ip)));
    }
    throw error;
  }
}

/** @returns the authenticator's new counter */
async function verify(
  services: IdentityServices,
  { id, origin }: RelyingParty,
  response: PasskeySignIn,
  stored: StoredPasskey,
  log: FastifyRequest['log'],
): Promise<number> {
  const challenge = await takeChallenge(services, response.response.clientDataJSON, PURPOSE);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: stored.credentialId,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.counter,
      },
      requireUserVerification: true,
    });
    const handle = Buffer.from(response.response.userHandle, 'base64url').toString();
    if (!verified || handle !== stored.uid) throw new Error('The signature or the user handle is another.');
    return authenticationInfo.newCounter;
  } catch (error) {
    log.info({ err: error }, 'the answer of a passkey was refused');
    throw refused();
  }
}

/** Reads both again under the account's lock: account or passkey may have been removed or used meanwhile. */
async function tokenFor(
  tx: Transaction,
  services: IdentityServices,
  { id, uid }: StoredPasskey,
  counter: number,
): Promise<string> {
  const { firebase } = services.identity;
  if (firebase) await lockFirebasePerson(tx, uid);
  const account = firebase ? null : await lockAccount(tx, uid);
  const [known] = await tx.select().from(passkeys).where(eq(passkeys.id, id));
  if (!known || (!firebase && !account)) throw unknown();
  if (account?.disabled) throw closed();
  // Synchronised passkeys stay at 0 (W3C Web Authentication, 'Signature Counter Considerations').
  const isLater = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const [used] = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: new Date() })
    .where(and(eq(passkeys.id, id), isLater))
    .returning({ id: passkeys.id });
  if (!used) throw refused();
  if (account) return storeActionCode(tx, 'PASSKEY', account);
  if (!firebase?.serviceAccount) throw unknown();
  return signCustomToken(firebase.serviceAccount, uid, { passkey: id });
}
