import { DEFAULT_TEMPLATE, TEMPLATE_BY_ID, TEMPLATE_IDS } from '../../shared/templates.ts';
import { paragraphsOf } from '../../templates/message.ts';
import { namesOf } from '../../templates/parts/names.ts';
import { writtenDay } from '../../templates/parts/written-date.ts';
import { letterSubject } from '../../templates/subject.ts';
import type { LetterMail } from '../../templates/template.ts';
import { type Answering, answerSection } from './answer-section.ts';
import { document, footer } from './document.ts';
import { type Html, html } from './html.ts';

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
  template: string;
  mail: LetterMail;
  pages: PagePhoto[];
  answer: Answering;
  /** whether it may ask for no more letters */
  mayStop: boolean;
}

/** The letter at full size on its own page, to be read, printed, kept and answered. */
export function letterPage(letter: ShownLetter): string {
  const { mail, pages, template, path } = letter;
  const look = TEMPLATE_IDS.find((id) => id === template) ?? DEFAULT_TEMPLATE;
  const names = namesOf(mail);
  const heading = mail.heading ?? TEMPLATE_BY_ID[look].preheader(pages.length);
  const paragraphs = paragraphsOf(mail.message);
  const body = html`${letter.answer.kind !== 'reading' && html`<a class="skip" href="#answer">Skip to your answer</a>`}
<main class="letter">
<article class="sheet${paragraphs.length === 0 && html` no-message`}">
<header class="head">
${heading && html`<p class="kicker" dir="auto">${heading}</p>`}
<h1>A letter from <span dir="auto">${names.sender}</span></h1>
<p class="to">To <span dir="auto">${names.recipient}</span>, <time>${writtenDay(mail)}</time></p>
</header>
${paragraphs.length > 0 && html`<div class="message">${paragraphs.map(paragraphMarkup)}</div>`}
<ol class="pages"${pages.length > 1 && html` tabindex="0" aria-label="The pages; turn them by swiping, by the arrow keys or by the links"`}>
${pages.map((page, index) => figure(path, page, index + 1, pages.length))}
</ol>
</article>
<p class="keep">To keep it on paper, or as a PDF, use your browser’s Print.</p>
${answerSection({ path, productName: mail.productName, names, answer: letter.answer })}
${letter.mayStop && html`<p class="stop"><a href="${path}/stop">Don’t send me letters from this person</a> <a href="${path}/report">Report this letter</a></p>`}
</main>
${footer(mail.productName)}`;
  return document({ title: letterSubject(mail), look, theme: 'light', body });
}

function paragraphMarkup(paragraph: string): Html {
  const lines = paragraph.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
  return html`<p dir="auto">${lines}</p>`;
}

function figure(path: string, page: PagePhoto, position: number, count: number): Html {
  const lazy = position > 2 && html` loading="lazy"`;
  const turn = (to: number, words: string) => html`<a href="#page-${to}">${words}</a>`;
  return html`<li id="page-${position}"><figure><a href="${path}/photo/${position}"><img src="${path}/photo/${position}" width="${page.width}" height="${page.height}" alt="${page.alt}"${lazy}></a>
<figcaption>${count === 1 ? 'The page' : `Page ${position} of ${count}`}, <a href="${path}/photo/${position}?download=1">save it</a>
${position > 1 && turn(position - 1, 'Page before')} ${position < count && turn(position + 1, 'Next page')}</figcaption></figure>
${page.words && html`<details><summary>What does it say?</summary><p dir="auto">${page.words}</p></details>`}</li>`;
}
