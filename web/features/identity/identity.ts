import type { PasswordRules } from './password-policy.ts';

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
export interface Identity {
  signIn(email: string, password: string): Promise<void>;
  /** creates the account, signs in and has the verification link mailed */
  signUp(email: string, password: string): Promise<void>;
  signInWithApple(): Promise<void>;
  /** @param customToken of `POST /identity/passkeys/sign-in` */
  signInWithPasskey(customToken: string): Promise<void>;
  /** the provider's rules for a password; `rulesOf` words them */
  passwordRules(): Promise<PasswordRules>;
  /** a sentence about the rules that a password breaks, or null */
  passwordProblem(password: string): Promise<(() => string) | null>;
  sendPasswordReset(email: string): Promise<void>;
  /** has a link mailed that signs in */
  sendSignInLink(email: string): Promise<void>;
  /** signs in by the address of the page that such a link opened */
  signInWithLink(email: string, link: string): Promise<void>;
  /** the address of the account that a mailed reset code is for */
  emailOfResetCode(code: string): Promise<string>;
  resetPassword(code: string, password: string): Promise<void>;
  /** the name that letters and envelopes carry */
  rename(displayName: string): Promise<void>;
  sendVerification(): Promise<void>;
  verifyEmail(code: string): Promise<void>;
  /** `present` is the old password; every other session of the account ends */
  changePassword(present: string, next: string): Promise<void>;
  /** has a link mailed to the new address; the address changes when it is opened */
  askEmailChange(password: string, newEmail: string): Promise<void>;
  /** applies the code of that link */
  changeEmail(code: string): Promise<void>;
  /** an ID token; with a password, one of a sign-in made now */
  proof(password: string | null): Promise<string>;
  /**
   * Signs out of an account that was deleted.
   * @param isFirebase its credentials are at Firebase and are deleted there first
   */
  signOutAfterDeletion(isFirebase: boolean): Promise<void>;
  /** reads the account again, e.g. after its address was verified in another browser */
  refresh(): Promise<void>;
  /** renews the session after a 401; true when it is valid */
  renewSession(): Promise<boolean>;
  signOut(): Promise<void>;
}
