import { namesOf } from '../../templates/parts/names.ts';
import { STOP_LETTERS } from '../../templates/plain-text.ts';
import { notePage } from './document.ts';
import { type Html, html } from './html.ts';

interface BlockPage {
  productName: string;
  /** `/l/<token>` */
  path: string;
  /** null when the letter is erased: then nobody knows the names any more */
  letter: { senderName: string; recipientName: string; recipientEmail: string } | null;
  refused: { sender: boolean; anybody: boolean };
  /** false for the link of an older letter, which its sender knows too */
  mayAllow: boolean;
}

/** The page where a recipient refuses further letters from a sender or from anybody, or allows them again. */
export function blockPage({ productName, path, letter, refused, mayAllow }: BlockPage): string {
  const sender = letter ? namesOf(letter).sender : 'this person';
  const who = html`<bdi>${sender}</bdi>`;
  const address = letter?.recipientEmail ?? 'your address';
  const form = (action: string, words: Html | string, look = html` class="line"`) =>
    html`<form method="post" action="${path}/${action}"><button${look}><span>${words}</span></button></form>`;
  const lasting = mayAllow
    ? 'You can change your mind here at any time.'
    : `This is the link of an older letter, which ${letter ? 'its sender' : 'the sender'} knows too. So it cannot allow letters again: for that, use the link in a newer letter, or write to us.`;

  const fromSender = refused.sender
    ? html`<p role="status">Letters from ${who} to ${address} are refused. If ${who} tries to send one, they are told that you asked for this.</p>
${mayAllow ? form('allow', html`Take letters from ${who} again`) : html`<p>${lasting}</p>`}`
    : html`<p>${productName} can refuse every further letter from ${who} to ${address}. If ${who} tries to send one, they are told that you asked for this. ${lasting}</p>
${form('stop', STOP_LETTERS.replace("'", '’'), html``)}`;
  const fromAnybody = refused.anybody
    ? html`<p role="status">Nobody can send a letter to ${address} with ${productName}, whoever they are.</p>
${mayAllow && form('allow-all', 'Take letters again')}`
    : mayAllow &&
      html`<p>Or refuse letters from everybody: then nobody can send one to ${address} with ${productName}, not even people you know.</p>
${form('stop-all', 'No letters from anybody here')}`;

  const title = refused.anybody
    ? 'No letters from anybody'
    : `${refused.sender ? 'No more letters' : 'Letters'} from ${sender}`;
  const body = refused.anybody
    ? html`${fromAnybody}${refused.sender && fromSender}`
    : html`${fromSender}${fromAnybody}`;
  return notePage(productName, title, body);
}
