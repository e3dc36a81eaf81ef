import { generateKeyPairSync } from 'node:crypto';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { FirebaseAddresses } from '../../server/people/identity/firebase/firebase-project.ts';
import { answerJson, type StandInServer, startStandInServer } from './stand-in-server.ts';

/** An account as the project tells of it; what is missing is as in the token that asks. */
interface GoogleAccount {
  email?: string;
  emailVerified?: boolean;
  /** whether a mailed link signed in at some time */
  emailLinkSignin?: boolean;
  /** milliseconds since 1970; long ago unless given */
  passwordUpdatedAt?: number;
  providers?: string[];
  /** seconds since 1970; tokens from before are refused */
  validSince?: number;
}

export interface GoogleStandIn {
  /** its addresses in place of Google's */
  outside: Pick<FirebaseAddresses, 'googleKeys' | 'identityToolkit'>;
  /** by uid */
  accounts: Map<string, GoogleAccount>;
  /** calls about accounts: name, body and referring page */
  calls: { name: string; body: Record<string, unknown>; referer: string | undefined }[];
  /** how often its keys were fetched */
  fetches: number;
  /** answers 500 while true */
  down: boolean;
  /** replaces the key */
  rotate(): Promise<void>;
  /** an ID token as Firebase signs it; `change` overrides claims */
  idToken(change?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export const PROJECT = 'plum-project';

/** A service account as the console gives it. */
export const serviceAccount = (project: string): string =>
  JSON.stringify({
    project_id: project,
    client_email: `letters@${project}.iam.example.com`,
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  });

export function firebaseClaims(change: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    auth_time: now - 5,
    user_id: 'firebase-uid-1',
    sub: 'firebase-uid-1',
    iat: now,
    exp: now + 3600,
    name: 'Maren Oakes',
    email: 'Maren@Example.com',
    email_verified: true,
    firebase: { identities: { email: ['maren@example.com'] }, sign_in_provider: 'password' },
    ...change,
  };
}

/** Google's key server, and ID tokens signed as by Firebase. */
export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  let signer: { kid: string; key: CryptoKey; jwk: JWK };
  let made = 0;
  const rotate = async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    made += 1;
    const kid = `key-${made}`;
    signer = { kid, key: pair.privateKey, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256' } };
  };
  await rotate();
  const server: StandInServer = await startStandInServer((request, body, response) => {
    const name = /^\/v1\/accounts:(\w+)\?key=AIza-plum$/.exec(request.url ?? '')?.[1];
    if (name) standIn.calls.push({ name, body: JSON.parse(body), referer: request.headers.referer });
    else standIn.fetches += 1;
    if (standIn.down) return answerJson(response, { error: 'down' }, 500);
    if (!name) return answerJson(response, { keys: [signer.jwk] });
    const account = accountOf(standIn.accounts, JSON.parse(body).idToken);
    if (!account) return answerJson(response, { error: { code: 400, message: 'TOKEN_EXPIRED' } }, 400);
    answerJson(response, name === 'lookup' ? { users: [account] } : { localId: account.localId });
  });
  const standIn: GoogleStandIn = {
    outside: { googleKeys: `${server.origin}/keys`, identityToolkit: server.origin },
    accounts: new Map(),
    calls: [],
    fetches: 0,
    down: false,
    rotate,
    idToken: (change) =>
      new SignJWT(firebaseClaims(change))
        .setProtectedHeader({ alg: 'RS256', kid: signer.kid, typ: 'JWT' })
        .sign(signer.key),
    close: server.close,
  };
  return standIn;
}

/** An answer of `accounts:lookup`; null for a token that is revoked. */
function accountOf(accounts: GoogleStandIn['accounts'], idToken: string) {
  const { sub: localId = '', iat = 0, email, email_verified } = decodeJwt(idToken);
  const is = accounts.get(localId) ?? {};
  if (iat < (is.validSince ?? 0)) return null;
  return {
    localId,
    email: is.email ?? email,
    emailVerified: is.emailVerified ?? email_verified,
    ...(is.emailLinkSignin === undefined ? {} : { emailLinkSignin: is.emailLinkSignin }),
    passwordUpdatedAt: is.passwordUpdatedAt ?? 1_484_124_177_000,
    validSince: String(is.validSince ?? 0),
    providerUserInfo: (is.providers ?? ['password']).map((providerId) => ({ providerId })),
  };
}
