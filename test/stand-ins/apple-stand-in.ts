import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { answerJson, startStandInServer } from './stand-in-server.ts';

const CLIENT_ID = 'org.example.letters.web';
const TEAM_ID = 'TEAM123456';
const KEY_ID = 'KEY1234567';

export interface ApplePerson {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
  is_private_email?: boolean | string;
}

interface Grant {
  person: ApplePerson;
  nonce: string;
  redirectUri: string;
  change: Record<string, unknown>;
}

/** Sign in with Apple: validates requests as Apple's documentation says, and signs ID tokens as Apple does. */
export interface AppleStandIn {
  origin: string;
  /** APPLE_* for this stand-in */
  env: Record<string, string>;
  /** why its token endpoint refused, newest last */
  refusals: string[];
  /** its token endpoint answers 503 while true */
  down: boolean;
  /** the return address that is registered there */
  redirectUri: string;
  /**
   * Consents on Apple's page, which the browser was redirected to.
   * @param change overrides claims of the ID token
   * @returns the fields that Apple's page posts back
   */
  consent(
    authorizeAddress: string,
    person: ApplePerson,
    change?: Record<string, unknown>,
  ): { code: string; state: string };
  close(): Promise<void>;
}

export async function startAppleStandIn(redirectUri: string): Promise<AppleStandIn> {
  const clientKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const signer = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(signer.publicKey)), kid: 'apple-1', alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();

  const server = await startStandInServer(async (request, body, response) => {
    if (request.url === '/auth/keys') return answerJson(response, { keys: [jwk] });
    if (request.method !== 'POST' || request.url !== '/auth/token') return answerJson(response, {}, 404);
    if (standIn.down) return answerJson(response, { error: 'server_error' }, 503);
    const form = new URLSearchParams(body);
    const refusal = await whyNot(form, request.headers['content-type'], grants, clientKey);
    if (refusal) {
      standIn.refusals.push(refusal);
      return answerJson(response, { error: refusal }, 400);
    }
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    answerJson(response, {
      access_token: 'apple-access-token',
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: 'apple-refresh-token',
      id_token: grant ? await idTokenOf(signer.privateKey, grant) : '',
    });
  });

  const standIn: AppleStandIn = {
    origin: server.origin,
    env: {
      APPLE_CLIENT_ID: CLIENT_ID,
      APPLE_TEAM_ID: TEAM_ID,
      APPLE_KEY_ID: KEY_ID,
      APPLE_PRIVATE_KEY: clientKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    refusals: [],
    down: false,
    redirectUri,
    consent: (authorizeAddress, person, change = {}) => {
      const registered = standIn.redirectUri;
      const { nonce, state } = readAuthorization(authorizeAddress, server.origin, registered);
      const code = `c${randomBytes(16).toString('hex')}`;
      grants.set(code, { person, nonce, redirectUri: registered, change });
      return { code, state };
    },
    close: server.close,
  };
  return standIn;
}

/** Checks the parameters that Apple's authorisation page requires. */
function readAuthorization(authorizeAddress: string, origin: string, redirectUri: string) {
  const query = new URL(authorizeAddress).searchParams;
  const wanted = {
    client_id: CLIENT_ID,
    redirect_uri: redirectUri,
    response_type: 'code',
    // Apple refuses a request for name or email with any other.
    response_mode: 'form_post',
    scope: 'name email',
  };
  if (!authorizeAddress.startsWith(`${origin}/auth/authorize?`))
    throw new Error('Not the authorisation page.');
  for (const [name, value] of Object.entries(wanted))
    if (query.get(name) !== value) throw new Error(`invalid_request: ${name} is ${query.get(name)}`);
  const [nonce, state] = [query.get('nonce'), query.get('state')];
  if (!nonce || !state) throw new Error('invalid_request: state and nonce are missing');
  return { nonce, state };
}

async function whyNot(
  form: URLSearchParams,
  contentType: string | undefined,
  grants: Map<string, Grant>,
  clientKey: KeyObject,
): Promise<string | null> {
  if (!contentType?.startsWith('application/x-www-form-urlencoded')) return 'invalid_request';
  if (form.get('grant_type') !== 'authorization_code') return 'unsupported_grant_type';
  if (form.get('client_id') !== CLIENT_ID) return 'invalid_client';
  try {
    const { payload, protectedHeader } = await jwtVerify(
      form.get('client_secret') ?? '',
      createPublicKey(clientKey),
      { issuer: TEAM_ID, subject: CLIENT_ID, audience: 'https://appleid.apple.com', algorithms: ['ES256'] },
    );
    const seconds = (payload.exp ?? 0) - (payload.iat ?? 0);
    if (protectedHeader.kid !== KEY_ID || seconds <= 0 || seconds > 15_777_000) return 'invalid_client';
  } catch {
    return 'invalid_client';
  }
  const grant = grants.get(form.get('code') ?? '');
  if (!grant || grant.redirectUri !== form.get('redirect_uri')) return 'invalid_grant';
  return null;
}

function idTokenOf(key: CryptoKey, { person, nonce, change }: Grant): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: 'https://appleid.apple.com',
    aud: CLIENT_ID,
    exp: now + 86_400,
    iat: now,
    at_hash: 'x',
    auth_time: now,
    nonce,
    nonce_supported: true,
    ...person,
    ...change,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'apple-1' })
    .sign(key);
}
