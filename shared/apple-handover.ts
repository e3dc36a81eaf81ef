/** Name of the BroadcastChannel (popup) and of the sessionStorage entry (redirect) that carry what came of it. */
export const APPLE_HANDOVER = 'apple-sign-in';

const ERRORS = ['cancelled', 'refused', 'unavailable', 'too-many'] as const;

/** What comes of a sign-in at Apple, for the page that began it. */
export type AppleOutcome =
  /** good once, within five minutes, for the SDK's `signInWithCredential` */
  { credential: string } | { error: (typeof ERRORS)[number] };

/** The same with the mark of the attempt: of several tabs that hear of it, the one that began takes it up. */
export type AppleHandover = AppleOutcome & { attempt: string };

/**
 * Reads one, without Zod: every page looks for one at its start, and the first screen does without that library.
 * @returns null when it is none
 */
export function readAppleHandover(value: unknown): AppleHandover | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('attempt' in value) || typeof value.attempt !== 'string') return null;
  const { attempt } = value;
  if ('credential' in value && typeof value.credential === 'string' && value.credential !== '')
    return { attempt, credential: value.credential };
  const said = 'error' in value ? ERRORS.find((error) => error === value.error) : undefined;
  return said ? { attempt, error: said } : null;
}
