/** The BroadcastChannel (popup) and the sessionStorage entry (redirect) that carry the outcome. */
export const APPLE_HANDOVER = 'apple-sign-in';

const ERRORS = ['cancelled', 'refused', 'unavailable', 'too-many'] as const;

/** For the page that began the sign-in. */
export type AppleOutcome =
  /** for the SDK's `signInWithCredential`; valid once, for five minutes */
  { credential: string } | { error: (typeof ERRORS)[number] };

/** Of several tabs that receive the outcome, the one that began takes it. */
export type AppleHandover = AppleOutcome & { attempt: string };

/** Without Zod, which the first screen does not load: every page looks for a handover. @returns null for anything else */
export function readAppleHandover(value: unknown): AppleHandover | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('attempt' in value) || typeof value.attempt !== 'string') return null;
  const { attempt } = value;
  if ('credential' in value && typeof value.credential === 'string' && value.credential !== '')
    return { attempt, credential: value.credential };
  const known = 'error' in value ? ERRORS.find((error) => error === value.error) : undefined;
  return known ? { attempt, error: known } : null;
}
