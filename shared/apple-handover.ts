/** Name of the BroadcastChannel (popup) and of the sessionStorage entry (redirect) that carry the outcome. */
export const APPLE_HANDOVER = 'apple-sign-in';

const ERRORS = ['cancelled', 'refused', 'unavailable', 'too-many'] as const;

/** The outcome of a sign-in with Apple, for the page that began it. */
export type AppleOutcome =
  /** for the SDK's `signInWithCredential`; valid once, for five minutes */
  { credential: string } | { error: (typeof ERRORS)[number] };

/** The outcome with the id of the attempt: of several tabs that receive it, the one that began takes it. */
export type AppleHandover = AppleOutcome & { attempt: string };

/**
 * Parses a handover without Zod: every page looks for one at its start, and the first screen does not load Zod.
 * @returns null for anything else
 */
export function readAppleHandover(value: unknown): AppleHandover | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('attempt' in value) || typeof value.attempt !== 'string') return null;
  const { attempt } = value;
  if ('credential' in value && typeof value.credential === 'string' && value.credential !== '')
    return { attempt, credential: value.credential };
  const known = 'error' in value ? ERRORS.find((error) => error === value.error) : undefined;
  return known ? { attempt, error: known } : null;
}
