import { z } from 'zod';
import { plainName } from '../packages/address-files/plain-name.ts';
import { msg } from './words.ts';

export const PASSKEYS_EACH = 10;
export const PASSKEY_NAME_CHARACTERS = 60;

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

/** 1,023 bytes at most (W3C Web Authentication, 'Credential ID'). */
const credentialId = base64url(1_364);
const clientDataJSON = base64url(4_096);

/** `POST /identity/passkeys/sign-in`: what the browser's `navigator.credentials.get` gave, as JSON. */
export const passkeySignInBody = z.object({
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      authenticatorData: base64url(4_096),
      clientDataJSON,
      signature: base64url(1_024),
      userHandle: base64url(128),
    }),
  }),
});
export type PasskeySignIn = z.infer<typeof passkeySignInBody>['response'];

/** Good once: for a minute on our own service, for five minutes in a Firebase project. */
export const passkeySignInAnswer = z.object({ customToken: z.string() });

/** A page that is written from right to left marks the browser's name within 'Chrome on Windows'; the marks go. */
export const passkeyName = z
  .string()
  .overwrite(plainName)
  .min(1, msg('Please give it a name.'))
  .max(PASSKEY_NAME_CHARACTERS, msg('Please choose a shorter name.'));

/** `POST /api/passkeys`: what `navigator.credentials.create` gave, as JSON. */
export const newPasskeyBody = z.object({
  response: z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({
      attestationObject: base64url(8_192),
      clientDataJSON,
      transports: z.array(z.string().max(32)).max(8).optional(),
    }),
  }),
  name: passkeyName,
});
export type NewPasskey = z.infer<typeof newPasskeyBody>;

/** `PATCH /api/passkeys/{id}` */
export const renamePasskeyBody = z.object({ name: passkeyName });

export const passkey = z.object({
  id: z.uuid(),
  /** base64url; for the browser, which forgets what is not here any more */
  credentialId: z.string(),
  name: z.string(),
  /** ISO 8601 */
  createdAt: z.string(),
  /** ISO 8601; null for one that has not signed in yet */
  lastUsedAt: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** `GET /api/passkeys`: a person's own, the newest last. */
export const passkeyList = z.array(passkey);
