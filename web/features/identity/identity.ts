/** Who is signed in. */
export interface Person {
  uid: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
  /** false for somebody who signs in with Apple alone */
  hasPassword: boolean;
}

/** What can be done about who is signed in. Failures carry the SDK's `code`; `sign-in-errors.ts` words them. */
export interface Identity {
  signIn(email: string, password: string): Promise<void>;
  /** makes the account, signs in to it and has the verification link mailed */
  signUp(email: string, password: string): Promise<void>;
  signInWithApple(): Promise<void>;
  /** what the provider's policy asks of a password, each as the end of a sentence: 'at least 6 characters' */
  passwordRules(): Promise<string[]>;
  /** a sentence about what the provider's policy misses in a password, or null */
  passwordProblem(password: string): Promise<string | null>;
  sendPasswordReset(email: string): Promise<void>;
  /** the account a mailed reset link is for */
  emailOfResetCode(code: string): Promise<string>;
  resetPassword(code: string, password: string): Promise<void>;
  /** the name that letters and envelopes carry */
  rename(displayName: string): Promise<void>;
  sendVerification(): Promise<void>;
  verifyEmail(code: string): Promise<void>;
  /** `present` proves who is asking; every other sign-in of the account ends */
  changePassword(present: string, next: string): Promise<void>;
  /** has a link mailed to the new address, which it becomes when that is opened */
  askEmailChange(password: string, newEmail: string): Promise<void>;
  /** takes the code of that link */
  changeEmail(code: string): Promise<void>;
  /** an ID token for what asks for a proof; with a password, of a sign-in of this moment */
  proof(password: string | null): Promise<string>;
  /**
   * Ends what is left here of an account that was deleted.
   * @param elsewhere its way to sign in is at Firebase, and is deleted there first
   */
  leaveForGood(elsewhere: boolean): Promise<void>;
  /** looks again at the account, e.g. after its address was verified in another browser */
  refresh(): Promise<void>;
  /** proves the session again after a 401; true when it stands */
  resync(): Promise<boolean>;
  signOut(): Promise<void>;
}
