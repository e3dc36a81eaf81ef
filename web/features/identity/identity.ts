import type { startIdentity } from './auth.ts';

/** Who is signed in. */
export interface Person {
  uid: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
  /** false for somebody who signs in with Apple alone */
  hasPassword: boolean;
}

/** What can be done with the account. Errors have the SDK's `code`; `sign-in-errors.ts` has the sentences. */
export type Identity = ReturnType<typeof startIdentity>;
