import { z } from 'zod';

/** Name of the BroadcastChannel (popup) and of the sessionStorage entry (redirect) that carry what came of it. */
export const APPLE_HANDOVER = 'apple-sign-in';

/** How Continue with Apple goes about it on the embedded service. */
export const appleFlow = z.enum(['popup', 'redirect']);
export type AppleFlow = z.infer<typeof appleFlow>;

/** What comes of a sign-in at Apple, for the page that began it. */
const outcome = z.union([
  /** good once, within five minutes, for the SDK's `signInWithCredential` */
  z.object({ credential: z.string().min(1) }),
  z.object({ error: z.enum(['cancelled', 'refused', 'unavailable', 'too-many']) }),
]);
export type AppleOutcome = z.infer<typeof outcome>;

/** The same with the mark of the attempt: of several tabs that hear of it, the one that began takes it up. */
export const appleHandover = z.intersection(z.object({ attempt: z.string() }), outcome);
export type AppleHandover = z.infer<typeof appleHandover>;
