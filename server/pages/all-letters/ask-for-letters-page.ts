import { EMAIL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { joinSentences, msg, sentenceGap, type Words } from '../../../shared/words.ts';
import { senderDisplayName } from '../../../templates/parts/names.ts';
import { notePage, type PageOwner } from '../../core/html/document.ts';
import { html, worded } from '../../core/html/html.ts';
import { LETTERS_LINKS_A_DAY } from '../../core/limits.ts';
import type { TokenPage } from '../letter/token-pages.ts';

interface Asking extends TokenPage {
  senderName: string;
  /** where the link goes; null for whoever has no more than the link that reads, who is not shown the address */
  address: string | null;
  state: 'open' | 'asked' | { typed: string; trouble: string };
}

/** The answer is the same for every address. */
export function askForLettersPage(page: Asking): string {
  const { words, path, query, address, state } = page;
  const { t } = words;
  const gap = sentenceGap(words.language);
  const names = { sender: html`<bdi>${senderDisplayName(page)}</bdi>`, address: address ?? '' };
  if (state === 'asked') {
    const gone = address
      ? msg('A link to all letters from {sender} goes to {address} now.')
      : msg('If {sender} wrote to that address, a link to all the letters goes there now.');
    return notePage(
      page,
      t('Please look in your mailbox'),
      html`<p role="status">${worded(words, gone, names)}${gap}${limits(words)}</p>
<p class="own"><a href="${path}${query}">${t('Back to the letter')}</a></p>`,
    );
  }
  const what = address
    ? msg(
        'Every letter from {sender} to {address}, with the answers, on one page. We mail you the link to it.',
      )
    : msg(
        'Every letter from {sender} to you, with the answers, on one page. We mail the link to it to the address that {sender} wrote to, and to no other.',
      );
  const trouble = state === 'open' ? '' : state.trouble;
  const field = html`<label for="email">${t('Your e-mail address')}</label>
<input id="email" name="email" type="email" required autocomplete="email" dir="ltr" maxlength="${EMAIL_MAX_CHARACTERS}" value="${state === 'open' ? '' : state.typed}"${trouble && html` aria-invalid="true" aria-describedby="trouble" autofocus`}>
${trouble && html`<p class="trouble" id="trouble" role="alert">${trouble}</p>`}`;
  return notePage(
    page,
    t('All letters from {sender}', { sender: senderDisplayName(page) }),
    html`<p>${worded(words, what, names)}${gap}${limits(words)}</p>
<form class="ask" method="post" action="${path}/all${query}">
${address === null && field}
<button>${t('Mail me the link')}</button>
</form>
<p class="own"><a href="${path}${query}">${t('Back to the letter')}</a></p>`,
  );
}

const limits = (words: Words): string =>
  words.n(
    LETTERS_LINKS_A_DAY,
    'It works for an hour. No more than one is sent to one address in a day.',
    'It works for an hour. No more than {n} are sent to one address in a day.',
  );

export function expiredLinkPage(
  owner: PageOwner,
  { path, state }: { path: string; state: 'expired' | 'asked' },
): string {
  const { words } = owner;
  const { t } = words;
  if (state === 'asked')
    return notePage(
      owner,
      t('Please look in your mailbox'),
      html`<p role="status">${joinSentences([t('A fresh link goes to the same address now.'), limits(words)], words.language)}</p>`,
    );
  return notePage(
    owner,
    t('This link has had its hour'),
    html`<p>${t('The letters are all still there. We can mail a fresh link to the same address.')}</p>
<form method="post" action="${path}"><button>${t('Mail me a fresh link')}</button></form>`,
  );
}
