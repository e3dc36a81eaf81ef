import { z } from 'zod';

/** How the browser goes to Apple in embedded mode. */
export const appleFlow = z.enum(['popup', 'redirect']);
export type AppleFlow = z.infer<typeof appleFlow>;
