import { hash, verify } from '@node-rs/argon2';
import { FairLimiter } from '../../../../packages/threads/fair-limiter.ts';
import { type Said, said, saidN } from '../../../../shared/words.ts';
import type { Config } from '../../../core/config.ts';
import { randomToken } from '../../../core/secrets.ts';
import { GoogleError } from '../google-errors.ts';

/** argon2id, 19 MiB, 2 passes: OWASP Password Storage Cheat Sheet, first choice. KiB and passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at once leave the thread pool (of four) to files and the network; 100 waiting are a few seconds of work. */
const hashing = new FairLimiter(2, 100);

const GOOGLE_MINIMUM = 6;
/** Google's limit as well. */
const MAX_CHARACTERS = 4_096;

/** `GET /v2/passwordPolicy`: the rules that the SDK's `validatePassword` checks before it sends a password. */
export function passwordPolicy(config: Config) {
  return {
    customStrengthOptions: {
      minPasswordLength: config.PASSWORD_MIN_LENGTH,
      maxPasswordLength: MAX_CHARACTERS,
    },
    allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~'],
    schemaVersion: 1,
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
  };
}

/** @throws {GoogleError} WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS */
export function assertGoodPassword(config: Config, password: string): void {
  const least = config.PASSWORD_MIN_LENGTH;
  if (password.length < least) {
    throw least === GOOGLE_MINIMUM
      ? new GoogleError('WEAK_PASSWORD', `Password should be at least ${least} characters`)
      : unmet(
          saidN(
            least,
            'Password must contain at least 1 character',
            'Password must contain at least {n} characters',
          ),
        );
  }
  if (password.length > MAX_CHARACTERS)
    throw unmet(said('Password may contain at most {most} characters', { most: MAX_CHARACTERS }));
}

/** Within Google's text, from which the page takes the requirement. */
function unmet(requirement: Said): GoogleError {
  return new GoogleError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', {
    text: 'Missing password requirements: [{requirement}]',
    values: { requirement },
  });
}

/** @throws {LimiterFull} under a flood */
export function hashPassword(password: string): Promise<string> {
  return hashing.take(1, () => hash(password, COST));
}

let dummyHash: Promise<string> | null = null;

/**
 * Takes the same time whether or not the account exists, has a password, and whether the password is right.
 * @param passwordHash null for an unknown address
 * @throws {LimiterFull} under a flood
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hash(randomToken(), COST);
  const against = passwordHash ?? (await dummyHash);
  // No account has a password this long, so the quick answer reveals nothing.
  if (password.length > MAX_CHARACTERS) return false;
  const right = await hashing.take(1, () => verify(against, password));
  return right && passwordHash !== null;
}
