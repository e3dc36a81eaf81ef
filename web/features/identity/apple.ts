import {
  type Auth,
  browserPopupRedirectResolver,
  getRedirectResult,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
} from 'firebase/auth';
import type { ClientConfig } from '../../../shared/client-config.ts';

const REDIRECT_KEY = 'apple-redirect';

/**
 * Continue with Apple through Firebase: a popup on a development host, a redirect elsewhere (spec section 6).
 * The resolver, which loads a script of Google's, is given to these calls alone.
 */
export async function signInWithApple(auth: Auth, config: ClientConfig['identity']): Promise<void> {
  if (config.mode !== 'firebase') throw new Error('Apple sign-in is not set up here');
  const provider = new OAuthProvider('apple.com');
  provider.addScope('email');
  provider.addScope('name');
  if (isDevelopmentHost()) {
    await signInWithPopup(auth, provider, browserPopupRedirectResolver);
    return;
  }
  sessionStorage.setItem(REDIRECT_KEY, '1');
  await signInWithRedirect(auth, provider, browserPopupRedirectResolver);
}

/** Takes up a redirect that was begun in this tab. A failure is only logged (spec section 8). */
export function finishAppleRedirect(auth: Auth, config: ClientConfig['identity']): void {
  if (config.mode !== 'firebase' || sessionStorage.getItem(REDIRECT_KEY) === null) return;
  sessionStorage.removeItem(REDIRECT_KEY);
  getRedirectResult(auth, browserPopupRedirectResolver).catch((error: unknown) =>
    console.error('Signing in by redirect failed', error),
  );
}

function isDevelopmentHost(): boolean {
  return import.meta.env.DEV || ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
}
