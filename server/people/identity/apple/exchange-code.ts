import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { emailAddress } from '../../../../shared/email-address.ts';
import { readJson } from '../../../../shared/read-json.ts';
import type { ProviderSignIn } from '../accounts/provider-sign-ins.ts';
import { APPLE_ISSUER, type AppleProvider } from './apple-provider.ts';

/** The address may be a private relay's. */
type AppleIdentity = Pick<ProviderSignIn, 'subject' | 'email' | 'emailVerified'>;

/** Apple refused the sign-in, or its ID token is not valid. */
export class AppleRefused extends Error {
  override name = 'AppleRefused';
}

const SECRET_SECONDS = 300;
const TIME_OUT = 10_000;
const CLOCK_SKEW = 60;

/** Apple writes some booleans as text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const tokens = z.object({ id_token: z.string() });
const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string().nullish(),
  email_verified: flag.nullish(),
});

/**
 * Exchanges an authorisation code for the person's ID token, and verifies it.
 * Source: https://developer.apple.com/documentation/signinwithapplerestapi/generate_and_validate_tokens
 * @throws {AppleRefused}; any other error when Apple could not be asked
 */
export const exchangeCode = async (apple: AppleProvider, code: string, nonce: string) =>
  readIdToken(apple, await fetchIdToken(apple, code), nonce);

async function fetchIdToken(apple: AppleProvider, code: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: apple.redirectUri,
    client_id: apple.clientId,
    client_secret: await clientSecret(apple),
  });
  let answer: Response;
  try {
    const signal = AbortSignal.timeout(TIME_OUT);
    answer = await fetch(apple.tokenUrl, { method: 'POST', body, redirect: 'error', signal });
  } catch (error) {
    throw new Error('The token endpoint did not answer.', { cause: error });
  }
  if (answer.status >= 500 || answer.status === 429)
    throw new Error(`The token endpoint answered ${answer.status}.`);
  const text = await answer.text();
  if (!answer.ok)
    throw new AppleRefused(`The token endpoint answered ${answer.status}: ${text.slice(0, 200)}`);
  const read = readJson(text, tokens);
  if (!read) throw new AppleRefused('The token endpoint gave no ID token.');
  return read.id_token;
}

/** Source: https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret */
function clientSecret({ clientId, teamId, keyId, privateKey }: AppleProvider): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(APPLE_ISSUER)
    .setIssuedAt(now)
    .setExpirationTime(now + SECRET_SECONDS)
    .sign(privateKey);
}

async function readIdToken(apple: AppleProvider, idToken: string, nonce: string): Promise<AppleIdentity> {
  const payload = await jwtVerify(idToken, apple.keys, {
    issuer: APPLE_ISSUER,
    audience: apple.clientId,
    algorithms: ['RS256'],
    clockTolerance: CLOCK_SKEW,
    requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
  }).then(
    (verified) => verified.payload,
    (error: unknown) => {
      if (error instanceof errors.JOSEError)
        throw new AppleRefused('The ID token is not good.', { cause: error });
      throw new Error('The keys could not be fetched.', { cause: error });
    },
  );
  const read = claims.safeParse(payload);
  if (!read.success) throw new AppleRefused('The ID token has not the form of one.');
  if (read.data.nonce !== nonce) throw new AppleRefused('The ID token is of another sign-in.');
  const email = emailAddress.safeParse(read.data.email ?? '');
  return {
    subject: read.data.sub,
    email: email.success ? email.data.toLowerCase() : null,
    emailVerified: email.success && read.data.email_verified === true,
  };
}
