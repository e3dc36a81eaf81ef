import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { answerJson, type StandInServer, startStandInServer } from './stand-in-server.ts';

export interface GoogleStandIn {
  /** JWK Set, as Google publishes it */
  keysAddress: string;
  /** how often it was fetched */
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
  const server: StandInServer = await startStandInServer((_request, _body, response) => {
    standIn.fetches += 1;
    if (standIn.down) return answerJson(response, { error: 'down' }, 500);
    answerJson(response, { keys: [signer.jwk] });
  });
  const standIn: GoogleStandIn = {
    keysAddress: `${server.origin}/keys`,
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
