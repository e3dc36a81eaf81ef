import { z } from 'zod';

/** How Continue with Apple goes about it on the embedded service. */
export const appleFlow = z.enum(['popup', 'redirect']);
export type AppleFlow = z.infer<typeof appleFlow>;
