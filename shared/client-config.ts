import { z } from 'zod';
import { LANGUAGES } from './languages.ts';

/** `GET /api/config`: what the page must know before anyone signs in. Holds no secret. */
export const clientConfig = z.object({
  productName: z.string(),
  languages: z.array(z.enum(LANGUAGES)).default([...LANGUAGES]),
  identity: z.object({
    /** which service speaks the Firebase Auth protocol: our own, mounted on this origin, or Firebase */
    mode: z.enum(['embedded', 'firebase']),
    apiKey: z.string(),
    projectId: z.string(),
    /** Firebase only: where the SDK's popup or redirect goes */
    authDomain: z.string().nullable(),
    /** host and port of Google's emulator, on a developer's machine */
    emulatorHost: z.string().nullable(),
    /** characters; null where the provider's policy has to be asked for it */
    minPasswordLength: z.int().nullable(),
  }),
  supportEmail: z.string().nullable(),
  /** whether Continue with Apple is set up here; in a Firebase project that is the project's to say */
  appleSignIn: z.boolean(),
  passkeys: z.boolean(),
  /** what answers a checkout: nothing yet, our own test page, or Stripe */
  payments: z.enum(['none', 'sandbox', 'stripe']),
  /** mail is kept in the local mailbox instead of leaving */
  captureMailbox: z.boolean(),
  /** routes that only tests use are here: the Simulate Reply dialog may be opened */
  testRoutes: z.boolean(),
});
export type ClientConfig = z.infer<typeof clientConfig>;
