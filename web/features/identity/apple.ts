import type { Auth } from 'firebase/auth';
import type { ClientConfig } from '../../../shared/client-config.ts';
import { beginAppleRedirect, signInByApplePopup, takeAppleRedirect } from './apple-embedded.ts';
import { beginFirebaseRedirect, signInByFirebasePopup, takeFirebaseRedirect } from './apple-firebase.ts';

/**
 * Continue with Apple: a popup on a development host, a redirect elsewhere (spec section 6). On the embedded service
 * our server talks to Apple; in a Firebase project its Apple provider does.
 * @throws errors whose `code` has a sentence in `sign-in-errors.ts`
 */
export async function signInWithApple(auth: Auth, { mode }: ClientConfig['identity']): Promise<void> {
  if (isDevelopmentHost())
    return mode === 'firebase' ? signInByFirebasePopup(auth) : signInByApplePopup(auth);
  return mode === 'firebase' ? beginFirebaseRedirect(auth) : beginAppleRedirect();
}

/** Completes a redirect that this tab began; null when there is none. A failure is only logged (spec section 8). */
export function finishAppleRedirect(auth: Auth, { mode }: ClientConfig['identity']): Promise<void> | null {
  const returned = mode === 'firebase' ? takeFirebaseRedirect(auth) : takeAppleRedirect(auth);
  return returned?.catch((error: unknown) => console.error('Signing in by redirect failed', error)) ?? null;
}

function isDevelopmentHost(): boolean {
  return import.meta.env.DEV || ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
}
