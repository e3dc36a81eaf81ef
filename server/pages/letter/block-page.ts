import { type Marked, msg, sentenceGap, type Words } from '../../../shared/words.ts';
import { namesOf } from '../../../templates/parts/names.ts';
import { notePage } from '../../core/html/document.ts';
import { type Html, html, worded } from '../../core/html/html.ts';

interface BlockPage {
  productName: string;
  words: Words;
  /** `/l/<token>` */
  path: string;
  /** `?lang=de` where it was asked for in another language than the letter's */
  query: string;
  /** null when the letter is erased: then nobody knows the names any more */
  letter: { senderName: string; recipientName: string; recipientEmail: string } | null;
  refused: { sender: boolean; anybody: boolean };
  /** false for the link of an older letter, which its sender knows too */
  mayAllow: boolean;
}

/** The page where a recipient refuses further letters from a sender or from anybody, or allows them again. */
export function blockPage(page: BlockPage): string {
  const { productName, words, path, query, letter, refused, mayAllow } = page;
  const texts = letter ? NAMED : NAMELESS;
  const sender = letter ? namesOf({ ...letter, words }).sender : '';
  const names = {
    sender: html`<bdi>${sender}</bdi>`,
    address: letter?.recipientEmail ?? '',
    product: productName,
  };
  const form = (action: string, label: Html | string, look = html` class="line"`) =>
    html`<form method="post" action="${path}/${action}${query}"><button${look}><span>${label}</span></button></form>`;

  const fromSender = refused.sender
    ? html`<p role="status">${worded(words, texts.senderRefused, names)}</p>
${mayAllow ? form('allow', worded(words, texts.allowSender, names)) : html`<p>${lasting(page)}</p>`}`
    : html`<p>${worded(words, texts.mayRefuseSender, names)}${sentenceGap(words.language)}${lasting(page)}</p>
${form('stop', words.t('Don’t send me letters from this person'), html``)}`;
  const fromAnybody = refused.anybody
    ? html`<p role="status">${worded(words, texts.anybodyRefused, names)}</p>
${mayAllow && form('allow-all', words.t('Take letters again'))}`
    : mayAllow &&
      html`<p>${worded(words, texts.mayRefuseAnybody, names)}</p>
${form('stop-all', words.t('No letters from anybody here'))}`;

  const title = refused.anybody
    ? words.t('No letters from anybody')
    : words.say({ text: refused.sender ? texts.titleRefused : texts.title, values: { sender } });
  const body = refused.anybody
    ? html`${fromAnybody}${refused.sender && fromSender}`
    : html`${fromSender}${fromAnybody}`;
  return notePage(productName, words, title, body);
}

const NAMED = {
  title: msg('Letters from {sender}'),
  titleRefused: msg('No more letters from {sender}'),
  senderRefused: msg(
    'Letters from {sender} to {address} are refused. If {sender} tries to send one, they are told that you asked for this.',
  ),
  allowSender: msg('Take letters from {sender} again'),
  mayRefuseSender: msg(
    '{product} can refuse every further letter from {sender} to {address}. If {sender} tries to send one, they are told that you asked for this.',
  ),
  anybodyRefused: msg('Nobody can send a letter to {address} with {product}, whoever they are.'),
  mayRefuseAnybody: msg(
    'Or refuse letters from everybody: then nobody can send one to {address} with {product}, not even people you know.',
  ),
};

/** The same once the letter is erased, with the names of both. */
const NAMELESS: Record<keyof typeof NAMED, string & Marked> = {
  title: msg('Letters from this person'),
  titleRefused: msg('No more letters from this person'),
  senderRefused: msg(
    'Letters from this person to your address are refused. If they try to send one, they are told that you asked for this.',
  ),
  allowSender: msg('Take letters from this person again'),
  mayRefuseSender: msg(
    '{product} can refuse every further letter from this person to your address. If they try to send one, they are told that you asked for this.',
  ),
  anybodyRefused: msg('Nobody can send a letter to your address with {product}, whoever they are.'),
  mayRefuseAnybody: msg(
    'Or refuse letters from everybody: then nobody can send one to your address with {product}, not even people you know.',
  ),
};

/** Whether the choice can be changed on this page. */
function lasting({ words, mayAllow, letter }: BlockPage): string {
  if (mayAllow) return words.t('You can change your mind here at any time.');
  return letter
    ? words.t(
        'This is the link of an older letter, which its sender knows too. So it cannot allow letters again: for that, use the link in a newer letter, or write to us.',
      )
    : words.t(
        'This is the link of an older letter, which the sender knows too. So it cannot allow letters again: for that, use the link in a newer letter, or write to us.',
      );
}
