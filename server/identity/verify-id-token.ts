import { decodeJwt, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Services } from '../services.ts';
import { EMBEDDED_PROJECT, embeddedIssuerOf } from './embedded-project.ts';
import { keyRingOf } from './keys.ts';

/** Google's codes for an ID token that is not accepted. */
export type Refusal = 'INVALID_ID_TOKEN' | 'TOKEN_EXPIRED' | 'USER_NOT_FOUND' | 'USER_DISABLED';

export class IdTokenRefused extends Error {
  override name = 'IdTokenRefused';
  readonly code: Refusal;

  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

/** Somebody whose ID tokens we accept. */
export interface IdTokenIssuer {
  issuer: string;
  audience: string;
  /** exactly these; never what the token itself asks for */
  algorithms: string[];
  keys: JWTVerifyGetKey;
}

export interface VerifiedIdToken {
  issuer: string;
  uid: string;
  /** seconds since 1970 */
  issuedAt: number;
  /** when the person last proved who they are, seconds since 1970 */
  authTime: number;
  /** `password`, `apple.com` */
  provider: string;
}

const MAX_CHARACTERS = 8_192;

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(128),
  iat: z.int(),
  exp: z.int(),
  auth_time: z.int(),
  firebase: z.object({ sign_in_provider: z.string() }),
});

/** Whose tokens count here. A Firebase project is one more entry: its issuer, RS256 and Google's JWKS. */
export function idTokenIssuersOf(services: Services): IdTokenIssuer[] {
  return [
    {
      issuer: embeddedIssuerOf(services.config),
      audience: EMBEDDED_PROJECT,
      algorithms: ['ES256'],
      keys: async ({ kid }) => {
        const key = kid ? await keyRingOf(services).verificationKey(kid) : null;
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
    },
  ];
}

/**
 * Signature, issuer, audience, expiry and form of an ID token. Says nothing about whether the account still
 * stands.
 * @throws {IdTokenRefused} INVALID_ID_TOKEN; a database fault while fetching the key is thrown as it is
 */
export async function verifyIdToken(issuers: IdTokenIssuer[], idToken: string): Promise<VerifiedIdToken> {
  if (idToken.length > MAX_CHARACTERS) throw new IdTokenRefused('INVALID_ID_TOKEN');
  try {
    const claimed = decodeJwt(idToken).iss;
    const from = issuers.find(({ issuer }) => issuer === claimed);
    if (!from) throw new IdTokenRefused('INVALID_ID_TOKEN');
    const { payload } = await jwtVerify(idToken, from.keys, {
      issuer: from.issuer,
      audience: from.audience,
      algorithms: from.algorithms,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    });
    const read = claims.safeParse(payload);
    if (!read.success) throw new IdTokenRefused('INVALID_ID_TOKEN');
    return {
      issuer: read.data.iss,
      uid: read.data.sub,
      issuedAt: read.data.iat,
      authTime: read.data.auth_time,
      provider: read.data.firebase.sign_in_provider,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new IdTokenRefused('INVALID_ID_TOKEN');
    throw error;
  }
}
