import { ApiFailure } from '../../lib/api.ts';
import { loadChunk } from '../../lib/chunk-load-error.ts';

/** A challenge is good for five minutes, and the screen may stand there for hours, ms. */
const RENEW_AFTER = 4 * 60 * 1000;
/** Between two requests, so that a browser that refuses each does not ask all the time, ms. */
const PAUSE = 2000;
/** Of one visit of the sign-in screen. */
const MOST_ROUNDS = 100;

interface Chosen {
  signIn: (customToken: string) => void;
  failed: (error: unknown) => void;
}

/**
 * Lets the browser suggest passkeys in the e-mail field (`autocomplete="… webauthn"`), where it can.
 * @returns gives it up; call it before anything else signs in
 */
export function suggestPasskeys({ signIn, failed }: Chosen): () => void {
  let isOver = false;
  let giveUp = () => {};
  const ask = async () => {
    const isPossible = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
    if (!isPossible || isOver) return;
    const { awaitPasskey, giveUpPasskey } = await loadChunk(() => import('./passkey-ceremony.ts'));
    giveUp = giveUpPasskey;
    for (let round = 0; round < MOST_ROUNDS && !isOver; round += 1) {
      await untilVisible();
      if (isOver) return;
      const renewal = setTimeout(giveUpPasskey, RENEW_AFTER);
      try {
        const customToken = await awaitPasskey();
        if (customToken !== null && !isOver) return signIn(customToken);
      } catch (error) {
        // Nobody asked for anything where the browser itself refuses, or the server can't be reached.
        if (!(error instanceof ApiFailure && error.code?.match(/^PASSKEY_|^ACCOUNT_/))) {
          console.info('The browser suggests no passkeys', error);
          return;
        }
        if (!isOver) failed(error);
      } finally {
        clearTimeout(renewal);
      }
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  ask().catch((error: unknown) => console.info('The browser suggests no passkeys', error));
  return () => {
    isOver = true;
    giveUp();
  };
}

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'visible') return resolve();
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
  });
}
