import { z } from 'zod';
import { readJson } from '../../../../shared/read-json.ts';
import { said } from '../../../../shared/words.ts';
import { ProductError } from '../../../core/errors.ts';
import { deriveKey, hashToken, seal, unseal } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import { usedChallenges } from '../schema.ts';

const LIFETIME = 5 * 60 * 1000;

const keyOf = ({ sessionSecret }: Pick<Services, 'sessionSecret'>) =>
  deriveKey(sessionSecret, 'webauthn challenge');

/**
 * A challenge that contains its own expiry, sealed: nothing is stored until it is answered, so that opening the
 * sign-in screen causes no write.
 * @param purpose 'sign-in', or 'register' and the uid of who asks: it counts for nothing else
 */
export function newChallenge(
  services: Pick<Services, 'sessionSecret'>,
  purpose: string,
  now = Date.now(),
): Buffer<ArrayBuffer> {
  const sealed = seal(keyOf(services), String(now + LIFETIME), purpose);
  return Buffer.from(sealed, 'base64url');
}

const clientData = z.object({ challenge: z.string().max(200) });

/**
 * Marks the challenge in an answer as used, whatever else is wrong with the answer.
 * @param clientDataJSON base64url (W3C Web Authentication, 'CollectedClientData')
 * @throws 400 PASSKEY_TOO_LATE for a challenge that is not ours, is too old, was used, or is for another purpose
 */
export async function takeChallenge(
  services: Pick<Services, 'db' | 'sessionSecret'>,
  clientDataJSON: string,
  purpose: string,
): Promise<string> {
  const challenge = readJson(Buffer.from(clientDataJSON, 'base64url').toString(), clientData)?.challenge;
  const expires = Number((challenge && unseal(keyOf(services), challenge, purpose)) ?? 0);
  if (challenge === undefined || expires <= Date.now()) throw tooLate();
  // Of its bytes: several texts in base64url have the same ones.
  const challengeHash = hashToken(Buffer.from(challenge, 'base64url').toString('base64url'));
  const { rowCount } = await services.db
    .insert(usedChallenges)
    .values({ challengeHash, expiresAt: new Date(expires) })
    .onConflictDoNothing();
  if (rowCount === 0) throw tooLate();
  return challenge;
}

const tooLate = () =>
  new ProductError(400, 'PASSKEY_TOO_LATE', said('That took a while. Please try once more.'));
