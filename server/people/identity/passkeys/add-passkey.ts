import { randomUUID } from 'node:crypto';
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type NewPasskey, PASSKEYS_EACH } from '../../../../shared/passkeys.ts';
import { said } from '../../../../shared/words.ts';
import type { Executor } from '../../../core/db/database.ts';
import { conflict, ProductError, signInNeeded } from '../../../core/errors.ts';
import { enforce, limit } from '../../../core/rate-limit.ts';
import { mailWarning } from '../accounts/mail-words.ts';
import { passkeyAddedMail } from '../accounts/mails.ts';
import type { IdentityServices, RelyingParty } from '../identity-provider.ts';
import { isActive, passkeys, refreshTokens, sessions } from '../schema.ts';
import { lockOwner } from '../sessions/end-sign-in.ts';
import type { Person } from '../sessions/person.ts';
import { newChallenge, takeChallenge } from './challenges.ts';
import { findPasskeys, type StoredPasskey } from './data.ts';

/** Greatest age of the sign-in, in milliseconds. */
const RECENT = 5 * 60 * 1000;
/** Bytes; an RSA key of 4,096 bits has some 530. */
const PUBLIC_KEY_BYTES = 1_024;
/** COSE algorithms (RFC 9053): Ed25519, ES256, RS256. Every authenticator knows at least one of them. */
const ALGORITHMS = [-8, -7, -257];

const proofNeeded = () =>
  new ProductError(403, 'PROOF_NEEDED', said('Please confirm that it is you: sign in again, then add it.'));
const unconfirmed = () =>
  new ProductError(403, 'ADDRESS_UNCONFIRMED', said('Please confirm your e-mail address first.'));
const refused = () =>
  new ProductError(400, 'PASSKEY_REFUSED', said('This device could not be added. Please try again.'));
const tooManyHere = () =>
  conflict('TOO_MANY_PASSKEYS', said('That is as many as an account can have. Please remove one first.'));

const purposeOf = ({ uid }: Person) => `register ${uid}`;

/**
 * For `navigator.credentials.create`. The address must be confirmed, so that an account that is handed over at its
 * first proof has no passkeys of whoever made it.
 * @throws 403 PROOF_NEEDED, ADDRESS_UNCONFIRMED; 409 TOO_MANY_PASSKEYS; 429
 */
export async function registrationOptions(
  services: IdentityServices,
  { id }: RelyingParty,
  person: Person,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await enforce(services.db, limit('passkey:add', person.uid));
  await assertMayAdd(services, services.db, person);
  const own = await findPasskeys(services.db, person.uid);
  if (own.length >= PASSKEYS_EACH) throw tooManyHere();
  return generateRegistrationOptions({
    rpName: services.config.PRODUCT_NAME,
    rpID: id,
    // Authenticators store it, and show the two names: the uid tells nothing about the person.
    userID: new Uint8Array(Buffer.from(person.uid)),
    userName: person.email,
    userDisplayName: person.displayName ?? '',
    challenge: newChallenge(services, purposeOf(person)),
    attestationType: 'none',
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** @throws as `registrationOptions`; 400 for an answer that is not valid; 409 for a passkey that an account has */
export async function addPasskey(
  services: IdentityServices,
  party: RelyingParty,
  person: Person,
  { response, name }: NewPasskey,
  http: FastifyRequest,
): Promise<StoredPasskey> {
  await assertMayAdd(services, services.db, person);
  const challenge = await takeChallenge(services, response.response.clientDataJSON, purposeOf(person));
  const verified = await verify(party, challenge, response, http.log);
  return services.db.transaction(async (tx) => {
    // First, as in everything that changes an account: an erasure or a hand-over comes wholly before or after.
    await lockOwner(services, tx, person.uid);
    const owner = await assertMayAdd(services, tx, person);
    if ((await findPasskeys(tx, person.uid)).length >= PASSKEYS_EACH) throw tooManyHere();
    const [added] = await tx
      .insert(passkeys)
      .values({ id: randomUUID(), uid: person.uid, name, ...verified })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (!added) throw conflict('PASSKEY_KNOWN', said('This device is on an account already.'));
    await mailWarning(tx, services, owner, http, passkeyAddedMail);
    return added;
  });
}

async function verify(
  { id, origin }: RelyingParty,
  challenge: string,
  response: NewPasskey['response'],
  log: FastifyBaseLogger,
) {
  try {
    assertNoCertificates(response.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...response.response, transports: response.response.transports ?? [] },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new Error('The attestation is not valid.');
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
    if (credential.id !== response.id) throw new Error('The credential has another id.');
    if (credential.publicKey.length > PUBLIC_KEY_BYTES) throw new Error('The public key is too large.');
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
      aaguid,
    };
  } catch (error) {
    log.info({ err: error }, 'a new passkey was refused');
    throw refused();
  }
}

/** We ask for none, and verifying one means loading revocation lists from URLs that it names. */
function assertNoCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const isPlain = ['none', 'packed'].includes(attestation.get('fmt'));
  if (!isPlain || attestation.get('attStmt').get('x5c') !== undefined)
    throw new Error('An attestation was not asked for.');
}

/** A new way to sign in takes a confirmed address and a recent sign-in. @returns the session @throws 401 if it is over, 403 */
export async function assertMayAdd(services: IdentityServices, db: Executor, { uid, sessionId }: Person) {
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.uid, uid), isActive()));
  if (!session) throw signInNeeded();
  if (!session.emailVerified) throw unconfirmed();
  const signedInAt = services.identity.firebase
    ? Number(session.signInId) * 1000
    : await authTimeOf(db, uid, session.signInId);
  if (!(Date.now() - signedInAt <= RECENT)) throw proofNeeded();
  return session;
}

async function authTimeOf(db: Executor, uid: string, familyId: string): Promise<number> {
  const [token] = await db
    .select({ authTime: refreshTokens.authTime })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.uid, uid), eq(sql`${refreshTokens.familyId}::text`, familyId)))
    .limit(1);
  return token?.authTime.getTime() ?? 0;
}
