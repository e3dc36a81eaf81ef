/** Where the outside world is. No setting: only tests name another place. */
export interface OutsideAddresses {
  /**
   * JWK Set of the keys that sign Firebase's ID tokens.
   * Source: https://firebase.google.com/docs/auth/admin/verify-id-tokens
   */
  googleKeys: string;
  /** origin of a project's sign-in helper; null for `https://` and FIREBASE_AUTH_DOMAIN */
  authHelper: string | null;
  /** Source: https://developer.apple.com/documentation/signinwithapplerestapi */
  apple: string;
}

export const OUTSIDE: OutsideAddresses = {
  googleKeys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  authHelper: null,
  apple: 'https://appleid.apple.com',
};
