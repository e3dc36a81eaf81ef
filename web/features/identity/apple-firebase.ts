import {
  type Auth,
  browserPopupRedirectResolver,
  getRedirectResult,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
} from 'firebase/auth';

const BEGUN_KEY = 'apple-redirect';

// The resolver, which loads a script of Google's, is given to these calls alone.

export async function signInByFirebasePopup(auth: Auth): Promise<void> {
  await signInWithPopup(auth, appleProvider(), browserPopupRedirectResolver);
}

export async function beginFirebaseRedirect(auth: Auth): Promise<void> {
  sessionStorage.setItem(BEGUN_KEY, '1');
  await signInWithRedirect(auth, appleProvider(), browserPopupRedirectResolver);
}

/** Takes up a redirect that was begun in this tab; null when none was. */
export function takeFirebaseRedirect(auth: Auth): Promise<void> | null {
  if (sessionStorage.getItem(BEGUN_KEY) === null) return null;
  sessionStorage.removeItem(BEGUN_KEY);
  return getRedirectResult(auth, browserPopupRedirectResolver).then(() => undefined);
}

function appleProvider(): OAuthProvider {
  const provider = new OAuthProvider('apple.com');
  provider.addScope('email');
  provider.addScope('name');
  return provider;
}
