import {
  type Auth,
  browserPopupRedirectResolver,
  getRedirectResult,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
} from 'firebase/auth';

const BEGUN_KEY = 'apple-redirect';

// The resolver loads a script from Google, so only these calls get it.

export async function signInByFirebasePopup(auth: Auth): Promise<void> {
  await signInWithPopup(auth, appleProvider(), browserPopupRedirectResolver);
}

export async function beginFirebaseRedirect(auth: Auth): Promise<void> {
  sessionStorage.setItem(BEGUN_KEY, '1');
  await signInWithRedirect(auth, appleProvider(), browserPopupRedirectResolver);
}

/** Completes a redirect that this tab began; null when there is none. */
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
