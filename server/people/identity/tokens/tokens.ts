import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import type { Config } from '../../../core/config.ts';
import type { Transaction } from '../../../core/db/database.ts';
import { hashToken, randomToken } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import { type Account, type LinkedProvider, linkedProvidersOf } from '../accounts/data.ts';
import { refreshTokens } from '../schema.ts';
import { signerOf } from './keys.ts';

const ID_TOKEN_SECONDS = 3600;
/** Validity of an unused refresh token in milliseconds; each use creates a new one. */
const REFRESH_TOKEN_LIFETIME = 60 * 24 * 3600 * 1000;

/** Most rows of one account. A browser that is always open makes some 1,500 in the lifetime of a token. */
export const REFRESH_TOKENS_EACH = 2_000;

const PROVIDERS = ['password', 'apple.com', 'passkey'] as const;
export type SignInProvider = (typeof PROVIDERS)[number];

/** One sign-in. All tokens that descend from it share its `familyId`. */
export interface SignIn {
  uid: string;
  familyId: string;
  provider: SignInProvider;
  authTime: Date;
}

export function beginSignIn(uid: string, provider: SignInProvider, authTime: Date): SignIn {
  return { uid, familyId: randomUUID(), provider, authTime };
}

/**
 * The provider is part of the token, and so covered by the hash. Of more than `REFRESH_TOKENS_EACH` the oldest are
 * deleted, those that were used or revoked first: one that is presented after that is refused, but no longer ends
 * its sign-in.
 */
export async function storeRefreshToken(tx: Transaction, signIn: SignIn): Promise<string> {
  const token = `${signIn.provider}.${randomToken()}`;
  const createdAt = new Date();
  await tx.insert(refreshTokens).values({
    tokenHash: hashToken(token),
    uid: signIn.uid,
    familyId: signIn.familyId,
    authTime: signIn.authTime,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + REFRESH_TOKEN_LIFETIME),
  });
  await tx.execute(sql`
    delete from refresh_tokens where token_hash in (
      select token_hash from refresh_tokens where uid = ${signIn.uid}
      order by (rotated_at is null and revoked_at is null) desc, created_at desc offset ${REFRESH_TOKENS_EACH})`);
  return token;
}

/** `unknown` for a token that a newer version may have made, null when it does not have our format. */
export function providerOfRefreshToken(token: string): SignInProvider | 'unknown' | null {
  const provider = /^([a-z][a-z.-]{0,30})\.[\w-]{43}$/.exec(token)?.[1];
  if (provider === undefined) return null;
  return PROVIDERS.find((known) => known === provider) ?? 'unknown';
}

/**
 * Signs an ID token with the claims of a Firebase ID token.
 * Source: https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
 */
export async function signIdToken(
  services: Services,
  account: Account,
  linked: LinkedProvider[],
  signIn: SignIn,
): Promise<string> {
  const { kid, key } = await signerOf(services);
  const validAfter = Math.floor(account.tokensValidAfter.getTime() / 1000);
  const issuedAt = Math.max(Math.floor(Date.now() / 1000), validAfter);
  const identities: Record<string, string[]> = { email: [account.email] };
  for (const { providerId, subject } of linked) identities[providerId] = [subject];
  return new SignJWT({
    ...(account.displayName ? { name: account.displayName } : {}),
    ...(account.photoUrl ? { picture: account.photoUrl } : {}),
    auth_time: Math.floor(signIn.authTime.getTime() / 1000),
    user_id: account.uid,
    email: account.email,
    email_verified: account.emailVerified,
    // Not a claim of Firebase. It links the token to its refresh tokens, so that both are revoked together.
    sid: signIn.familyId,
    firebase: { identities, sign_in_provider: signIn.provider },
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .setIssuer(embeddedIssuerOf(services.config))
    .setAudience(EMBEDDED_PROJECT)
    .setSubject(account.uid)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
    .sign(key);
}

interface OpenedSignIn {
  account: Account;
  linked: LinkedProvider[];
  signIn: SignIn;
  refreshToken: string;
}

/** Call with the account locked, and `tokenFields` after the commit. */
export async function openSignIn(
  tx: Transaction,
  account: Account,
  provider: SignInProvider,
  authTime: Date,
): Promise<OpenedSignIn> {
  const signIn = beginSignIn(account.uid, provider, authTime);
  const linked = await linkedProvidersOf(tx, account.uid);
  return { account, linked, signIn, refreshToken: await storeRefreshToken(tx, signIn) };
}

/** The three token fields of Google's answers. `expiresIn` is seconds, as text. */
export async function tokenFields(
  services: Services,
  { account, linked, signIn, refreshToken }: OpenedSignIn,
) {
  const idToken = await signIdToken(services, account, linked, signIn);
  return { idToken, refreshToken, expiresIn: String(ID_TOKEN_SECONDS) };
}

export const EMBEDDED_PROJECT = 'embedded';

/** Public, as every Firebase apiKey: it names a project and proves nothing. */
export const EMBEDDED_API_KEY = 'embedded';

export const embeddedIssuerOf = (config: Config): string => `${config.publicUrl}/identity`;
