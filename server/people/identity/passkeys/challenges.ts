import { z } from 'zod';
import { readJson } from '../../../../shared/read-json.ts';
import { deriveKey, hashToken, seal, unseal } from '../../../core/secrets.ts';
import type { Services } from '../../../core/services.ts';
import { usedChallenges } from '../schema.ts';

const LIFETIME = 5 * 60 * 1000;

const keyOf = ({ sessionSecret }: Pick<Services, 'sessionSecret'>) =>
  deriveKey(sessionSecret, 'webauthn challenge');

/**
 * A challenge that carries when it ends, sealed: nothing is stored until it is answered, so that whoever opens the
 * sign-in screen costs no write.
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
 * Uses up the challenge that an answer is about, whatever else is wrong with the answer.
 * @param clientDataJSON base64url (W3C Web Authentication, 'CollectedClientData')
 * @returns null for a challenge that is not ours, is too old, was used, or is for another purpose
 */
export async function takeChallenge(
  services: Pick<Services, 'db' | 'sessionSecret'>,
  clientDataJSON: string,
  purpose: string,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  const expires = Number((challenge && unseal(keyOf(services), challenge, purpose)) ?? 0);
  if (challenge === null || expires <= Date.now()) return null;
  // Of its bytes, for base64url may be written in several ways.
  const challengeHash = hashToken(Buffer.from(challenge, 'base64url').toString('base64url'));
  const used = await services.db
    .insert(usedChallenges)
    .values({ challengeHash, expiresAt: new Date(expires) })
    .onConflictDoNothing()
    .returning({ challengeHash: usedChallenges.challengeHash });
  return used.length > 0 ? challenge : null;
}

const challengeIn = (clientDataJSON: string): string | null =>
  readJson(Buffer.from(clientDataJSON, 'base64url').toString(), clientData)?.challenge ?? null;
