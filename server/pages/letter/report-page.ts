import { REPORT_REASONS, type ReportReason } from '../../../shared/reports.ts';
import { msg, type Words } from '../../../shared/words.ts';
import { namesOf } from '../../../templates/parts/names.ts';
import { notePage } from '../../core/html/document.ts';
import { html, worded } from '../../core/html/html.ts';

interface ReportPage {
  productName: string;
  words: Words;
  /** `/l/<token>` */
  path: string;
  /** `?lang=de` where it was asked for in another language than the letter's */
  query: string;
  letter: { senderName: string; recipientName: string; recipientEmail: string };
  /** `choose` when the form came without a choice */
  state: 'open' | 'choose' | 'reported';
}

/** The page where a recipient reports a letter. */
export function reportPage({ productName, words, path, query, letter, state }: ReportPage): string {
  const sender = html`<bdi>${namesOf({ ...letter, words }).sender}</bdi>`;
  const names = { sender, address: letter.recipientEmail };
  if (state === 'reported') {
    const refused = msg(
      'We read every report, and this letter with it. Letters from {sender} to {address} are refused from now on.',
    );
    return notePage(
      productName,
      words,
      words.t('Thank you for telling us'),
      html`<p role="status">${worded(words, refused, names)}</p>
<p><a href="${path}/stop${query}">${words.t('More about refusing letters')}</a></p>`,
    );
  }
  const reasons = Object.keys(REPORT_REASONS) as ReportReason[];
  const what = msg(
    'Tell us what is wrong with the letter from {sender}. We read it then, and {sender} can write to {address} no more. If they try, they are told that you asked for this, not that you reported a letter.',
  );
  return notePage(
    productName,
    words,
    words.t('Report this letter'),
    html`<p>${worded(words, what, names)}</p>
<form method="post" action="${path}/report${query}">
<fieldset class="choices"><legend>${words.t('What is wrong with it?')}</legend>
${reasons.map((reason) => html`<label><input type="radio" name="reason" value="${reason}" required> ${words.t(REPORT_REASONS[reason])}</label>`)}
</fieldset>
${state === 'choose' && html`<p class="trouble" role="alert">${words.t('Please choose what is wrong with the letter.')}</p>`}
<button>${words.t('Report this letter')}</button>
</form>`,
  );
}
