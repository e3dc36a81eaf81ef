import { REPORT_REASONS, type ReportReason } from '../../shared/reports.ts';
import { namesOf } from '../../templates/parts/names.ts';
import { notePage } from './document.ts';
import { html } from './html.ts';

interface ReportableLetter {
  senderName: string;
  recipientName: string;
  recipientEmail: string;
}

/** The page where a recipient reports a letter. @param state `choose` when the form came without a choice */
export function reportPage(
  productName: string,
  path: string,
  letter: ReportableLetter,
  state: 'open' | 'choose' | 'reported',
): string {
  const { sender } = namesOf(letter);
  const who = html`<bdi>${sender}</bdi>`;
  if (state === 'reported') {
    return notePage(
      productName,
      'Thank you for telling us',
      html`<p role="status">We read every report, and this letter with it. Letters from ${who} to ${letter.recipientEmail} are refused from now on.</p>
<p><a href="${path}/stop">More about refusing letters</a></p>`,
    );
  }
  const reasons = Object.entries(REPORT_REASONS) as [ReportReason, string][];
  return notePage(
    productName,
    'Report this letter',
    html`<p>Tell us what is wrong with the letter from ${who}. We read it then, and ${who} can write to ${letter.recipientEmail} no more. If they try, they are told that you asked for this, not that you reported a letter.</p>
<form method="post" action="${path}/report">
<fieldset class="choices"><legend>What is wrong with it?</legend>
${reasons.map(([reason, words]) => html`<label><input type="radio" name="reason" value="${reason}" required> ${words}</label>`)}
</fieldset>
${state === 'choose' && html`<p class="trouble" role="alert">Please choose what is wrong with the letter.</p>`}
<button>Report this letter</button>
</form>`,
  );
}
