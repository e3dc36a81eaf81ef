import { z } from 'zod';
import { REPORT_WORDS_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { REPORT_REASONS, type ReportReason, reportReason, reportWords } from '../../../shared/reports.ts';
import { msg } from '../../../shared/words.ts';
import { notePage, type PageOwner } from '../../core/html/document.ts';
import { type Html, html, worded } from '../../core/html/html.ts';

export const reportForm = z.preprocess(
  (body) => body ?? {},
  z.object({ reason: reportReason.optional().catch(undefined), words: reportWords.catch('') }),
);

interface ReportPage {
  action: string;
  sender: string;
  /** where no letters come to any more; null where it was no letter */
  address: string | null;
  /** `choose` when the form came without a choice */
  state: 'open' | 'choose' | 'reported';
  more?: Html;
}

export function reportPage(owner: PageOwner, { action, sender, address, state, more = html`` }: ReportPage) {
  const { words } = owner;
  const name = html`<bdi>${sender}</bdi>`;
  const names = { sender: name, name, address: address ?? '' };
  const [title, what, refused] =
    address === null
      ? [
          words.t('Report this mail'),
          msg(
            'We read it then, and you get no more mail from {name}. If they try to write to you, they are told that you asked for this, not that you reported them.',
          ),
          msg('We read every report. You get no more mail from {name}.'),
        ]
      : [
          words.t('Report this letter'),
          msg(
            'Tell us what is wrong with the letter from {sender}. We read it then, and {sender} can no longer write to {address}. If they try, they are told that you asked for this, not that you reported a letter.',
          ),
          msg(
            'We read every report, and this letter with it. Letters from {sender} to {address} are refused from now on.',
          ),
        ];
  if (state === 'reported')
    return notePage(
      owner,
      words.t('Thank you for telling us'),
      html`<p role="status">${worded(words, refused, names)}</p>
${more}`,
    );
  const reasons = Object.keys(REPORT_REASONS) as ReportReason[];
  return notePage(
    owner,
    title,
    html`<p>${worded(words, what, names)}</p>
<form method="post" action="${action}">
<fieldset class="choices"><legend>${words.t('What is wrong with it?')}</legend>
${reasons.map((reason) => html`<label><input type="radio" name="reason" value="${reason}" required> ${words.t(REPORT_REASONS[reason])}</label>`)}
</fieldset>
${state === 'choose' && html`<p class="trouble" role="alert">${words.t('Please choose what is wrong with the letter.')}</p>`}
<p><label for="words">${words.t('In your own words, if you like')}</label>
<textarea id="words" name="words" rows="4" maxlength="${REPORT_WORDS_MAX_CHARACTERS}" dir="auto"></textarea></p>
<button>${title}</button>
</form>`,
  );
}
