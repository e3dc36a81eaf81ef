import {
  type Auth,
  browserPopupRedirectResolver,
  getRedirectResult,
  OAuthProvider,
  signInWithPopup,
  signInWithRedirect,
} from 'firebase/auth';
import type { ClientConfig } from '../../../shared/client-config.ts';
import { beginAppleRedirect, signInByApplePopup, takeAppleRedirect } from './apple-embedded.ts';

const BEGUN_KEY = 'apple-redirect';

/**
 * Continue with Apple: a popup on a development host, a redirect elsewhere (spec section 6). On the embedded service
 * our server talks to Apple; in a Firebase project its Apple provider does.
 * @throws errors whose `code` has a sentence in `sign-in-errors.ts`
 */
export async function signInWithApple(auth: Auth, { mode }: ClientConfig['identity']): Promise<unknown> {
  if (mode === 'embedded') return isDevelopmentHost() ? signInByApplePopup(auth) : beginAppleRedirect();
  const provider = new OAuthProvider('apple.com');
  provider.addScope('email');
  provider.addScope('name');
  // The resolver loads a script from Google, so only Firebase's calls get it.
  if (isDevelopmentHost()) return signInWithPopup(auth, provider, browserPopupRedirectResolver);
  sessionStorage.setItem(BEGUN_KEY, '1');
  return signInWithRedirect(auth, provider, browserPopupRedirectResolver);
}

/** Completes a redirect that this tab began; null when there is none. A failure is only logged (spec section 8). */
export function finishAppleRedirect(auth: Auth, { mode }: ClientConfig['identity']): Promise<unknown> | null {
  const returned = mode === 'firebase' ? takeFirebaseRedirect(auth) : takeAppleRedirect(auth);
  return returned?.catch((error: unknown) => console.error('Signing in by redirect failed', error)) ?? null;
}

function takeFirebaseRedirect(auth: Auth): Promise<unknown> | null {
  if (sessionStorage.getItem(BEGUN_KEY) === null) return null;
  sessionStorage.removeItem(BEGUN_KEY);
  return getRedirectResult(auth, browserPopupRedirectResolver);
}

const isDevelopmentHost = (): boolean =>
  import.meta.env.DEV || ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
