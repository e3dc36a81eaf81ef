import { type Auth, OAuthProvider, signInWithCredential } from 'firebase/auth';
import { APPLE_HANDOVER, type AppleOutcome, readAppleHandover } from '../../../shared/apple-handover.ts';
import { readJson } from '../../../shared/read-json.ts';

const ATTEMPT_KEY = 'apple-attempt';
/** Lifetime of an attempt at the server, ms. */
const ATTEMPT_LIFETIME_MS = 15 * 60 * 1000;

/** Interval at which the popup is checked, ms. */
const LOOK_EVERY_MS = 1000;
/** Wait after the popup closed, because its message may still be on the way (spec section 9), ms. */
const CLOSED_FOR_MS = 8000;

/** `sign-in-errors.ts` has a sentence for each `code`. */
const failed = (code: string) => Object.assign(new Error(`Sign in with Apple: ${code}`), { code });

/** The attempt whose popup is open; a newer one cancels it. */
let current: { giveUp(): void } | null = null;

/**
 * Opens Apple in a popup of 500×600 px and signs in with its result. Must be called in a click handler.
 * @throws errors with the `code` auth/popup-blocked, auth/popup-closed-by-user, auth/cancelled-popup-request, or what
 * Apple or our server said; the SDK's errors
 */
export async function signInByApplePopup(auth: Auth): Promise<void> {
  current?.giveUp();
  const attempt = crypto.randomUUID();
  const popup = openPopup(startAddress('popup', attempt));
  if (!popup) throw failed('auth/popup-blocked');
  const handover = awaitHandover(attempt);
  // If Apple's page severs its opener, the popup seems closed while it is still in use. A result that arrives later
  // therefore still counts.
  const signedIn = handover.then((outcome) => signInWith(auth, outcome));
  signedIn.catch((error: unknown) => console.info('Sign in with Apple came to nothing', error));
  const waiting = new AbortController();
  const givenUp = new Promise<never>((_resolve, reject) => {
    current = { giveUp: () => reject(failed('auth/cancelled-popup-request')) };
    popupClosed(popup, waiting.signal).then(() => reject(failed('auth/popup-closed-by-user')), reject);
  });
  try {
    await Promise.race([signedIn, givenUp]);
  } finally {
    waiting.abort();
  }
}

/** Redirects this tab to Apple. The promise never settles, because the page is left. */
export function beginAppleRedirect(): Promise<void> {
  const attempt = crypto.randomUUID();
  sessionStorage.setItem(ATTEMPT_KEY, attempt);
  location.assign(startAddress('redirect', attempt));
  return new Promise(() => {
    // The page is being left.
  });
}

/** Completes a redirect that this tab began; null when there is none. */
export function takeAppleRedirect(auth: Auth): Promise<void> | null {
  const handover = readJson(sessionStorage.getItem(APPLE_HANDOVER), {
    safeParse: (value) => ({ data: readAppleHandover(value) }),
  });
  const attempt = sessionStorage.getItem(ATTEMPT_KEY);
  sessionStorage.removeItem(APPLE_HANDOVER);
  sessionStorage.removeItem(ATTEMPT_KEY);
  if (!handover || handover.attempt !== attempt) return null;
  return signInWith(auth, handover);
}

const startAddress = (flow: 'popup' | 'redirect', attempt: string): string =>
  `/identity/apple/start?${new URLSearchParams({ flow, attempt })}`;

/** @returns null when the browser blocked it */
function openPopup(address: string): Window | null {
  const [width, height] = [500, 600];
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
  const popup = window.open(
    address,
    APPLE_HANDOVER,
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  );
  return popup && !popup.closed ? popup : null;
}

/** Resolves once a popup has been closed for 8 s. @param signal stops the watch; the promise then stays pending */
export function popupClosed(popup: Pick<Window, 'closed'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let wait: ReturnType<typeof setTimeout> | undefined;
    const look = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(look);
      wait = setTimeout(resolve, CLOSED_FOR_MS);
    }, LOOK_EVERY_MS);
    signal.addEventListener('abort', () => {
      clearInterval(look);
      clearTimeout(wait);
    });
  });
}

/** Resolves with the popup's message about this attempt; stays pending without one. */
function awaitHandover(attempt: string): Promise<AppleOutcome> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(APPLE_HANDOVER);
    const over = setTimeout(() => channel.close(), ATTEMPT_LIFETIME_MS);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = readAppleHandover(data);
      if (read?.attempt !== attempt) return;
      clearTimeout(over);
      channel.close();
      resolve(read);
    };
  });
}

async function signInWith(auth: Auth, outcome: AppleOutcome): Promise<void> {
  if ('error' in outcome) throw failed(`apple/${outcome.error}`);
  const credential = new OAuthProvider('apple.com').credential({ idToken: outcome.credential });
  await signInWithCredential(auth, credential);
}
