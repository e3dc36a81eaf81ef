import { namesOf } from '../../templates/parts/names.ts';
import { STOP_LETTERS } from '../../templates/plain-text.ts';
import { notePage } from './document.ts';
import { html } from './html.ts';

interface StoppableLetter {
  senderName: string;
  recipientName: string;
  recipientEmail: string;
}

/** The page where a recipient refuses further letters from a sender, or allows them again. */
export function blockPage(
  productName: string,
  path: string,
  letter: StoppableLetter,
  stopped: boolean,
): string {
  const { sender } = namesOf(letter);
  const who = html`<bdi>${sender}</bdi>`;
  if (stopped) {
    return notePage(
      productName,
      `No more letters from ${sender}`,
      html`<p role="status">Letters from ${who} to ${letter.recipientEmail} are refused from now on. If ${who} tries to send one, they are told that you asked for this.</p>
<form method="post" action="${path}/allow"><button class="line">Take letters from ${who} again</button></form>`,
    );
  }
  return notePage(
    productName,
    `Letters from ${sender}`,
    html`<p>${productName} can refuse every further letter from ${who} to ${letter.recipientEmail}. If ${who} tries to send one, they are told that you asked for this. You can change your mind here at any time.</p>
<form method="post" action="${path}/stop"><button>${STOP_LETTERS.replace("'", '’')}</button></form>`,
  );
}
