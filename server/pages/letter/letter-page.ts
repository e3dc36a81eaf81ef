import { LANGUAGE_NAMES, type Language } from '../../../shared/languages.ts';
import { DEFAULT_TEMPLATE, TEMPLATE_BY_ID, TEMPLATE_IDS } from '../../../shared/templates.ts';
import { msg, type Words } from '../../../shared/words.ts';
import { paragraphsOf } from '../../../templates/message.ts';
import { namesOf } from '../../../templates/parts/names.ts';
import { writtenDay } from '../../../templates/parts/written-date.ts';
import { WRITE_YOUR_OWN } from '../../../templates/plain-text.ts';
import { letterSubject } from '../../../templates/subject.ts';
import type { LetterMail } from '../../../templates/template.ts';
import { document, footer } from '../../core/html/document.ts';
import { type Html, html, linesOf, worded } from '../../core/html/html.ts';
import { type Answering, answerSection } from './answer-section.ts';

/** A photo of the letter, as its page shows it. */
interface PagePhoto {
  /** pixels */
  width: number;
  height: number;
  alt: string;
  /** what its writer says is on it; empty for nothing */
  words: string;
}

interface ShownLetter {
  /** `/l/<token>` */
  path: string;
  /** `?lang=de` where it was asked for in another language than the letter's */
  query: string;
  template: string;
  /** in the language in which the page is read */
  mail: LetterMail;
  pages: PagePhoto[];
  answer: Answering;
  /** whether it may ask for no more letters */
  mayStop: boolean;
  /** in which the page can be read */
  languages: readonly Language[];
}

/** The letter at full size on its own page, to be read, printed, kept and answered. */
export function letterPage(letter: ShownLetter): string {
  const { mail, pages, template, path, query } = letter;
  const { words } = mail;
  const look = TEMPLATE_IDS.find((id) => id === template) ?? DEFAULT_TEMPLATE;
  const names = namesOf(mail);
  const heading = mail.heading ?? TEMPLATE_BY_ID[look].preheader(pages.length, words);
  const paragraphs = paragraphsOf(mail.message);
  const sender = html`<span dir="auto">${names.sender}</span>`;
  const recipient = html`<span dir="auto">${names.recipient}</span>`;
  const day = html`<time>${writtenDay(mail)}</time>`;
  const turning = words.t('The pages; turn them by swiping, by the arrow keys or by the links');
  const body = html`${letter.answer.kind !== 'reading' && html`<a class="skip" href="#answer">${words.t('Skip to your answer')}</a>`}
<main class="letter">
<article class="sheet${paragraphs.length === 0 && html` no-message`}">
<header class="head">
${heading && html`<p class="kicker" dir="auto">${heading}</p>`}
<h1>${worded(words, msg('A letter from {sender}'), { sender })}</h1>
<p class="to">${worded(words, msg('To {recipient}, {day}'), { recipient, day })}</p>
</header>
${paragraphs.length > 0 && html`<div class="message" lang="">${paragraphs.map(paragraphMarkup)}</div>`}
<ol class="pages"${pages.length > 1 && html` tabindex="0" aria-label="${turning}"`}>
${pages.map((page, index) => figure(path, words, page, { position: index + 1, count: pages.length }))}
</ol>
</article>
<p class="keep">${words.t('To keep it on paper, or as a PDF, use your browser’s Print.')}</p>
${mail.stampUrl && stampLine(mail, sender, mail.stampUrl)}
${answerSection({ path, query, words, productName: mail.productName, names, answer: letter.answer })}
<p class="stop"><a href="${path}/all${query}">${worded(words, msg('All letters from {sender}'), { sender })}</a></p>
${letter.mayStop && html`<p class="stop"><a href="${path}/stop${query}">${words.t('Don’t send me letters from this person')}</a> <a href="${path}/report${query}">${words.t('Report this letter')}</a></p>`}
${languageList(letter)}
</main>
${footer(mail)}`;
  return document({ language: words.language, title: letterSubject(mail), look, theme: 'light', body });
}

function stampLine({ words }: LetterMail, sender: Html, url: string): Html {
  const write = html`<a href="${url}">${words.t(WRITE_YOUR_OWN)}</a>`;
  return html`<p class="keep">${worded(words, msg('{sender} enclosed a stamp: {write}.'), { sender, write })}</p>`;
}

/** The other languages of the page, each in itself: a choice that is kept in the address alone. */
function languageList({ path, mail: { words }, languages }: ShownLetter): Html | false {
  const others = languages.filter((language) => language !== words.language);
  if (others.length === 0) return false;
  const links = others.map(
    (language) =>
      html`<li><a href="${path}?lang=${language}" lang="${language}" hreflang="${language}" rel="nofollow">${LANGUAGE_NAMES[language]}</a></li>`,
  );
  return html`<nav class="languages" aria-label="${words.t('This page in other languages')}"><ul>${links}</ul></nav>`;
}

function paragraphMarkup(paragraph: string): Html {
  return html`<p dir="auto">${linesOf(paragraph)}</p>`;
}

function figure(
  path: string,
  words: Words,
  page: PagePhoto,
  { position, count }: { position: number; count: number },
): Html {
  const lazy = position > 2 && html` loading="lazy"`;
  const turn = (to: number, label: string) => html`<a href="#page-${to}">${label}</a>`;
  const save = html`<a href="${path}/photo/${position}?download=1">${words.t('save it')}</a>`;
  const number = words.t('Page {number} of {count}', { number: position, count });
  const caption =
    count === 1
      ? worded(words, msg('The page, {save}'), { save })
      : // Translators: ‘Page 2 of 3, save it’, where ‘save it’ is a link.
        worded(words, msg('{page}, {save}'), { page: number, save });
  return html`<li id="page-${position}"><figure><a href="${path}/photo/${position}"><img src="${path}/photo/${position}" width="${page.width}" height="${page.height}" alt="${page.alt}"${lazy}></a>
<figcaption>${caption}
${position > 1 && turn(position - 1, words.t('Page before'))} ${position < count && turn(position + 1, words.t('Next page'))}</figcaption></figure>
${page.words && html`<details><summary>${words.t('What does it say?')}</summary><p dir="auto" lang="">${page.words}</p></details>`}</li>`;
}
