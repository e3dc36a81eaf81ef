import { ApiFailure } from '../../lib/api.ts';
import { loadChunk } from '../../lib/chunk-load-error.ts';

/** Time after which a new challenge is requested, ms: one is valid for five minutes, and the screen may be open for hours. */
const RENEW_AFTER = 4 * 60 * 1000;
/** Time between two requests, ms, so that a browser that refuses each does not cause requests all the time. */
const PAUSE = 2000;
/** Limit of requests during one visit of the sign-in screen. */
const MOST_ROUNDS = 100;

/** Lets the browser suggest passkeys in the e-mail field, where it can. @returns ends it; call it before any other sign-in */
export function suggestPasskeys(on: { signIn: (token: string) => void; failed: (error: unknown) => void }) {
  const over = new AbortController();
  const { signal } = over;
  let giveUp = () => {};
  const suggest = async () => {
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
        // Not shown if the browser itself refuses or the server can't be reached: the person has asked for nothing.
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
  suggest().catch((error: unknown) => console.info('The browser suggests no passkeys', error));
  return () => {
    over.abort();
    giveUp();
  };
}

/** Resolves once the page is visible, or `over` is aborted. */
function untilVisible(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !over.aborted) return;
      document.removeEventListener('visibilitychange', check);
      over.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    over.addEventListener('abort', check);
    check();
  });
}
