import { hash, verify } from '@node-rs/argon2';
import { FairLimiter } from '../../../../packages/threads/fair-limiter.ts';
import { TurnsByKey } from '../../../../packages/threads/turns-by-key.ts';
import { type Said, said, saidN } from '../../../../shared/words.ts';
import type { Config } from '../../../core/config.ts';
import { mailNetworkOf } from '../../../core/http/network.ts';
import { randomToken } from '../../../core/secrets.ts';
import { GoogleError } from '../google-errors.ts';

/** argon2id, 19 MiB, 2 passes: OWASP Password Storage Cheat Sheet, first choice. KiB and passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at once leave the thread pool (of four) to files and the network; 100 waiting are a few seconds of work. */
const hashing = new FairLimiter(2, 100);
/** One check at a time for each network: many sign-ins from one fill no queue that others wait in. */
const ofNetworks = new TurnsByKey(1, 100);

const GOOGLE_MINIMUM = 6;
const MAX_CHARACTERS = 4_096;
/** ASVS 5.0, 6.2.4. */
const COMMONEST = 10_000;

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

/** Loaded when the first password is chosen: a worker process never needs it. */
let commonest: Promise<Set<string>> | null = null;

/** Whether many people have this password, or would choose it here: the product's name with some digits or signs. */
async function isGuessable(config: Config, password: string): Promise<boolean> {
  commonest ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].slice(0, COMMONEST)),
  );
  const lower = password.toLowerCase();
  const letters = (text: string) => text.toLowerCase().replace(/\P{L}/gu, '');
  // An empty word would equal every password without letters.
  const ownWords = [config.PRODUCT_NAME, ...config.PRODUCT_NAME.split(' ')].map(letters).filter(Boolean);
  return (await commonest).has(lower) || ownWords.includes(letters(password));
}

/** @throws {GoogleError} WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS */
export async function assertGoodPassword(config: Config, password: string): Promise<void> {
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
  if (await isGuessable(config, password))
    throw unmet(said('Many people use this password, so it is easy to guess: please choose another'));
}

/** Within Google's text, from which the page takes the requirement. */
function unmet(requirement: Said): GoogleError {
  return new GoogleError('PASSWORD_DOES_NOT_MEET_REQUIREMENTS', {
    text: 'Missing password requirements: [{requirement}]',
    values: { requirement },
  });
}

/** @throws {LimiterFull} under a flood */
export const hashPassword = (password: string): Promise<string> =>
  hashing.take(1, () => hash(password, COST));

let dummyHash: Promise<string> | null = null;

/** Takes the same time whether or not the account exists, has a password, and whether it is right. @throws {LimiterFull} */
export async function isPassword(passwordHash: string | null, password: string, ip: string) {
  dummyHash ??= hash(randomToken(), COST);
  const against = passwordHash ?? (await dummyHash);
  // No account has a password this long, so the quick answer reveals nothing.
  if (password.length > MAX_CHARACTERS) return false;
  const check = () => hashing.take(1, () => verify(against, password));
  const right = await ofNetworks.take(mailNetworkOf(ip), 1, check);
  return right && passwordHash !== null;
}
