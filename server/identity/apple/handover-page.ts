import { APPLE_HANDOVER, type AppleHandover, type AppleOutcome } from '../../../shared/apple-handover.ts';
import type { BegunSignIn } from './begun-sign-in.ts';

/**
 * A page that hands the outcome to the page that began the sign-in and goes away. Both ways end at our own
 * origin and in no address: a BroadcastChannel reaches that origin alone, whatever became of `opener` on the
 * way through Apple, and sessionStorage stays in the tab.
 */
export function handoverPage(
  { flow, attempt }: Pick<BegunSignIn, 'flow' | 'attempt'>,
  outcome: AppleOutcome,
) {
  const message: AppleHandover = { attempt, ...outcome };
  return page(
    'Signing you in…',
    'Signing you in…',
    `<script src="/identity/apple/handover.js" data-flow="${flow}" data-message="${htmlOf(JSON.stringify(message))}"></script>`,
  );
}

/** For an answer that no sign-in of this browser belongs to: there is nobody to hand it to. */
export function strayPage(): string {
  return page(
    'Sign-in',
    'This sign-in was not begun in this browser, or it took too long. Please close this window and try again.',
    '',
  );
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

function page(title: string, text: string, script: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><p>${text}</p>${script}</body></html>
`;
}

function htmlOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
