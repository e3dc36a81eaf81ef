import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { BadSettings } from '../../../core/config.ts';

export interface ServiceAccount {
  email: string;
  key: KeyObject;
}

const file = z.object({
  project_id: z.string(),
  client_email: z.email(),
  private_key: z.string(),
});

export const CUSTOM_TOKEN_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
/** Seconds. */
const LIFETIME = 5 * 60;

/** The JSON file that the Firebase console gives for a service account. @throws {BadSettings} for any other, or project */
export function readServiceAccount(content: string, projectId: string): ServiceAccount {
  const wanted = 'FIREBASE_SERVICE_ACCOUNT: wants the JSON of a service account';
  try {
    const account = file.parse(JSON.parse(content));
    if (account.project_id !== projectId)
      throw new BadSettings(`${wanted} of the project in FIREBASE_PROJECT_ID`);
    return { email: account.client_email, key: createPrivateKey(account.private_key) };
  } catch (cause) {
    if (cause instanceof BadSettings) throw cause;
    throw new BadSettings(`${wanted}, as the Firebase console gives it`, { cause });
  }
}

/**
 * For the SDK's `signInWithCustomToken`.
 * Source:
 * https://firebase.google.com/docs/auth/admin/create-custom-tokens#create_custom_tokens_using_a_third-party_jwt_library
 * @param claims of the ID tokens of the sign-in
 */
export function signCustomToken({ email, key }: ServiceAccount, uid: string, claims: Record<string, string>) {
  return new SignJWT({ uid, claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setSubject(email)
    .setAudience(CUSTOM_TOKEN_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME}s`)
    .sign(key);
}
