import { APPLE_HANDOVER, type AppleHandover, type AppleOutcome } from '../../../../shared/apple-handover.ts';
import type { Words } from '../../../../shared/words.ts';
import { document } from '../../../core/html/document.ts';
import { html } from '../../../core/html/html.ts';
import type { PendingSignIn } from './pending-sign-in.ts';

/**
 * Hands the outcome to the page that began the sign-in. It stays within our own origin and in no address: a
 * BroadcastChannel reaches that origin alone, even when Apple's pages cut off `opener`, and sessionStorage stays
 * in the tab.
 */
export function handoverPage(
  { flow, attempt }: Pick<PendingSignIn, 'flow' | 'attempt'>,
  outcome: AppleOutcome,
  { t, language }: Words,
) {
  const message: AppleHandover = { attempt, ...outcome };
  const body = html`<p>${t('Signing you in…')}</p><script src="/identity/apple/handover.js" data-flow="${flow}" data-message="${JSON.stringify(message)}"></script>`;
  return document({ language, title: t('Signing you in…'), body, styles: 'none' });
}

/** For an answer of Apple's that belongs to no sign-in of this browser. */
export function unknownSignInPage({ t, language }: Words): string {
  const body = html`<p>${t('This sign-in was not begun in this browser, or it took too long. Please close this window and try again.')}</p>`;
  return document({ language, title: t('Sign-in'), body, styles: 'none' });
}

export const HANDOVER_SCRIPT = `const { flow, message } = document.currentScript.dataset;
if (flow === 'popup') {
  const channel = new BroadcastChannel('${APPLE_HANDOVER}');
  channel.postMessage(JSON.parse(message));
  // A moment, so that the message is out before the window goes.
  setTimeout(() => { channel.close(); window.close(); }, 300);
} else {
  sessionStorage.setItem('${APPLE_HANDOVER}', message);
  location.replace('/');
}
`;
