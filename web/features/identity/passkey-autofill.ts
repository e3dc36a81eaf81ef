import { ApiFailure } from '../../lib/api.ts';
import { loadChunk } from '../../lib/chunk-load-error.ts';

/** A challenge is good for five minutes, and the screen may stand there for hours, ms. */
const RENEW_AFTER = 4 * 60 * 1000;
/** Between two requests, so that a browser that refuses each does not ask all the time, ms. */
const PAUSE = 2000;
/** Of one visit of the sign-in screen. */
const MOST_ROUNDS = 100;

/** Lets the browser suggest passkeys in the e-mail field, where it can. @returns gives it up, before any other sign-in */
export function suggestPasskeys(on: { signIn: (token: string) => void; failed: (error: unknown) => void }) {
  const over = new AbortController();
  const { signal } = over;
  let giveUp = () => {};
  const ask = async () => {
    const isPossible = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
    if (!isPossible || signal.aborted) return;
    const { awaitPasskey, giveUpPasskey } = await loadChunk(() => import('./passkey-ceremony.ts'));
    giveUp = giveUpPasskey;
    for (let round = 0; round < MOST_ROUNDS && !signal.aborted; round += 1) {
      await untilVisible(signal);
      if (signal.aborted) return;
      const renewal = setTimeout(giveUpPasskey, RENEW_AFTER);
      try {
        const customToken = await awaitPasskey(signal);
        if (customToken !== null && !signal.aborted) return on.signIn(customToken);
      } catch (error) {
        // Nobody asked for anything where the browser itself refuses, or the server can't be reached.
        if (!(error instanceof ApiFailure && error.code?.match(/^PASSKEY_|^ACCOUNT_/))) {
          console.info('The browser suggests no passkeys', error);
          return;
        }
        if (!signal.aborted) on.failed(error);
      } finally {
        clearTimeout(renewal);
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  ask().catch((error: unknown) => console.info('The browser suggests no passkeys', error));
  return () => {
    over.abort();
    giveUp();
  };
}

/** Resolves at once when `over` is aborted, too. */
function untilVisible(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' && !over.aborted) return;
      document.removeEventListener('visibilitychange', look);
      over.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    over.addEventListener('abort', look);
    look();
  });
}
