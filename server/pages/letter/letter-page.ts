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
import type { LetterPhoto } from '../../letters/deliver/letter-content.ts';
import { type Answering, answerSection } from './answer-section.ts';

interface ShownLetter {
  path: string;
  query: string;
  writtenIn: Language;
  template: string;
  mail: LetterMail;
  pages: Pick<LetterPhoto, 'width' | 'height' | 'alt' | 'words'>[];
  answer: Answering;
  mayStop: boolean;
  languages: readonly Language[];
}

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
  const body = html`${letter.answer.kind !== 'reading' && html`<a class="skip" href="#answer">${words.t('Skip to your answer')}</a>`}
<main class="letter">
<div>
${letter.writtenIn !== words.language && html`<p class="own-language">${worded(words, msg('The letter’s own language: {language}'), { language: inLanguage(path, letter.writtenIn) })}</p>`}
<article class="sheet">
<header class="head">
${heading && html`<p class="kicker" dir="auto">${heading}</p>`}
<h1>${worded(words, msg('A letter from {sender}'), { sender })}</h1>
<p class="to">${worded(words, msg('To {recipient}, {day}'), { recipient, day })}</p>
</header>
<ol class="pages">
${pages.map((page, index) => figure(path, words, page, index + 1))}
</ol>
${paragraphs.length > 0 && html`<div class="message" lang="">${paragraphs.map((paragraph) => html`<p dir="auto">${linesOf(paragraph)}</p>`)}</div>`}
</article>
</div>
<div class="back">
${answerSection({ path, query, words, productName: mail.productName, names, answer: letter.answer })}
${mail.stampUrl && stampLine(mail, mail.stampUrl)}
${aboutLetter(letter, sender)}
</div>
</main>
${footer(mail)}`;
  return document({ language: words.language, title: letterSubject(mail), look, body });
}

function aboutLetter({ path, query, mail: { words }, pages, mayStop, languages }: ShownLetter, sender: Html) {
  const saved = pages.map(
    (_, index) =>
      html` <a href="${path}/photo/${index + 1}?download=1">${words.t('Save page {number}', { number: index + 1 })}</a>`,
  );
  const others = languages.filter((language) => language !== words.language);
  const stop = html`<li><a href="${path}/stop${query}">${words.t('Don’t send me letters from this person')}</a></li>
<li><a href="${path}/report${query}">${words.t('Report this letter')}</a></li>`;
  return html`<details class="about"><summary>${words.t('About this letter')}</summary><ul class="panel">
<li>${saved}</li>
<li>${words.t('To keep it on paper, or as a PDF, use your browser’s Print.')}</li>
<li><a href="${path}/all${query}">${worded(words, msg('All letters from {sender}'), { sender })}</a></li>
${mayStop && stop}
${others.length > 0 && html`<li><nav aria-label="${words.t('This page in other languages')}">${others.map((language) => html` ${inLanguage(path, language)}`)}</nav></li>`}
</ul></details>`;
}

/** A link to the page in a language, named in itself: a choice that is kept in the address alone. */
const inLanguage = (path: string, language: Language) =>
  html`<a href="${path}?lang=${language}" lang="${language}" hreflang="${language}" rel="nofollow">${LANGUAGE_NAMES[language]}</a>`;

function stampLine({ words }: LetterMail, url: string): Html {
  const write = html`<a href="${url}">${words.t(WRITE_YOUR_OWN)}</a>`;
  return html`<p class="keep">${worded(words, msg('A stamp is enclosed: {write}.'), { write })}</p>`;
}

function figure(path: string, words: Words, page: ShownLetter['pages'][number], position: number): Html {
  const lazy = position > 2 && html` loading="lazy"`;
  return html`<li${page.width > page.height && html` class="wide"`}><figure><a href="${path}/photo/${position}"><img src="${path}/photo/${position}" width="${page.width}" height="${page.height}" alt="${page.alt}"${lazy}></a></figure>
${page.words && html`<details><summary>${words.t('What does it say?')}</summary><p dir="auto" lang="">${page.words}</p></details>`}</li>`;
}
