import { and, eq, isNull } from 'drizzle-orm';
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import { z } from 'zod';
import type { Executor } from '../../../core/db/database.ts';
import { type Account, findAccount } from '../accounts/data.ts';
import { GoogleError, IdTokenRefused } from '../google-errors.ts';
import type { IdentityServices } from '../identity-provider.ts';
import { refreshTokens } from '../schema.ts';
import { jwks } from './keys.ts';
import { EMBEDDED_PROJECT, embeddedIssuerOf } from './tokens.ts';

export interface IdTokenIssuer {
  issuer: string;
  audience: string;
  /** the only ones accepted, whatever the header of the token says */
  algorithms: string[];
  /** `unsigned` accepts tokens without a signature: Google's emulator, on a developer's machine */
  keys: JWTVerifyGetKey | 'unsigned';
  /** the claim that identifies the sign-in and stays the same through every refresh */
  signInClaim: 'sid' | 'auth_time';
}

export interface VerifiedIdToken {
  uid: string;
  signInId: string;
  /** seconds since 1970 */
  issuedAt: number;
  /** seconds since 1970 */
  expiresAt: number;
  /** when the person last signed in, seconds since 1970 */
  authTime: number;
  /** `password`, `apple.com`…; for a passkey `passkey`, in Firebase mode `custom` */
  provider: string;
  /** id of the passkey that signed in at Firebase */
  passkey: string | null;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
}

const MAX_CHARACTERS = 8_192;

export const CLOCK_SKEW = 60;

const claims = z.object({
  sub: z.string().min(1).max(128),
  iat: z.int(),
  exp: z.int(),
  auth_time: z.int(),
  sid: z.unknown().optional(),
  email: z.string().max(254).nullish(),
  email_verified: z.boolean().nullish(),
  name: z.string().nullish(),
  firebase: z.object({ sign_in_provider: z.string() }),
  passkey: z.unknown().optional(),
});

function issuerOf(services: IdentityServices): IdTokenIssuer {
  const { firebase } = services.identity;
  if (firebase) return firebase.issuer;
  return {
    issuer: embeddedIssuerOf(services.config),
    audience: EMBEDDED_PROJECT,
    algorithms: ['ES256'],
    signInClaim: 'sid',
    keys: async (header, token) => createLocalJWKSet(await jwks(services))(header, token),
  };
}

/**
 * Does not check whether the account and the sign-in are still valid.
 * Source:
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
 * @throws {IdTokenRefused} INVALID_ID_TOKEN; a fault while fetching the key is thrown as it is
 */
export async function verifyIdToken(services: IdentityServices, idToken: string): Promise<VerifiedIdToken> {
  if (idToken.length > MAX_CHARACTERS) throw new IdTokenRefused('INVALID_ID_TOKEN');
  const from = issuerOf(services);
  try {
    // First, so that a token of another issuer does not cause keys to be read.
    if (decodeJwt(idToken).iss !== from.issuer) throw new IdTokenRefused('INVALID_ID_TOKEN');
    return read(from, await payloadOf(from, idToken));
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new IdTokenRefused('INVALID_ID_TOKEN');
    throw error;
  }
}

async function payloadOf(from: IdTokenIssuer, idToken: string): Promise<JWTPayload> {
  const { issuer, audience, algorithms, keys } = from;
  const options = {
    issuer,
    audience,
    clockTolerance: CLOCK_SKEW,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
  };
  if (keys === 'unsigned') return UnsecuredJWT.decode(idToken, options).payload;
  return (await jwtVerify(idToken, keys, { ...options, algorithms })).payload;
}

function read({ signInClaim }: IdTokenIssuer, payload: JWTPayload): VerifiedIdToken {
  const parsed = claims.safeParse(payload);
  if (!parsed.success) throw new IdTokenRefused('INVALID_ID_TOKEN');
  const { sub, iat, exp, auth_time: authTime, sid, email, email_verified, name, firebase } = parsed.data;
  const latest = Date.now() / 1000 + CLOCK_SKEW;
  if (iat > latest || authTime > latest) throw new IdTokenRefused('INVALID_ID_TOKEN');
  const signInId = signInClaim === 'sid' ? z.uuid().safeParse(sid).data : String(authTime);
  if (signInId === undefined) throw new IdTokenRefused('INVALID_ID_TOKEN');
  return {
    uid: sub,
    signInId,
    issuedAt: iat,
    expiresAt: exp,
    authTime,
    provider: firebase.sign_in_provider,
    passkey: z.uuid().safeParse(parsed.data.passkey).data ?? null,
    email: email || null,
    emailVerified: email_verified === true,
    name: name || null,
  };
}

/** The token is valid, but its sign-in was ended: signed out from another browser, or a refresh token was reused. */
export class SignInEnded extends IdTokenRefused {
  override name = 'SignInEnded';

  constructor() {
    super('TOKEN_EXPIRED');
  }
}

/** Greatest age of a sign-in, in seconds, that may change the password or delete the account. */
const RECENT = 15 * 60;

/** @throws {IdTokenRefused} */
export async function authenticate(services: IdentityServices, idToken: string) {
  const token = await verifyIdToken(services, idToken);
  const account = requireValidAccount(await findAccount(services.db, token.uid), token);
  await assertSignInValid(services.db, token);
  return { token, account };
}

/** For an account that the caller has read, and perhaps locked. @throws {IdTokenRefused} */
export function requireValidAccount(account: Account | null, token: VerifiedIdToken): Account {
  if (!account) throw new IdTokenRefused('USER_NOT_FOUND');
  if (account.disabled) throw new IdTokenRefused('USER_DISABLED');
  if (token.issuedAt < Math.floor(account.tokensValidAfter.getTime() / 1000))
    throw new IdTokenRefused('TOKEN_EXPIRED');
  return account;
}

/** A sign-in is valid while one of its refresh tokens is. @throws {SignInEnded} */
export async function assertSignInValid(db: Executor, token: VerifiedIdToken): Promise<void> {
  const unrevoked = and(
    eq(refreshTokens.familyId, token.signInId),
    eq(refreshTokens.uid, token.uid),
    isNull(refreshTokens.revokedAt),
  );
  if ((await db.$count(refreshTokens, unrevoked)) === 0) throw new SignInEnded();
}

/** @throws {GoogleError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN */
export function assertRecent(token: VerifiedIdToken, now = Date.now()): void {
  if (now / 1000 - token.authTime > RECENT) throw new GoogleError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
}
