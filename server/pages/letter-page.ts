import { PAGE_REPLY_MAX_CHARACTERS } from '../../shared/limits.ts';
import { DEFAULT_TEMPLATE, TEMPLATE_BY_ID, TEMPLATE_IDS } from '../../shared/templates.ts';
import { paragraphsOf } from '../../templates/message.ts';
import { namesOf } from '../../templates/parts/names.ts';
import { writtenDay } from '../../templates/parts/written-date.ts';
import { letterSubject } from '../../templates/subject.ts';
import type { LetterMail } from '../../templates/template.ts';
import { document, footer } from './document.ts';
import { type Html, html } from './html.ts';

/** A photo of the letter, as its page shows it. */
interface PagePhoto {
  /** pixels */
  width: number;
  height: number;
  alt: string;
}

interface ShownLetter {
  /** `/l/<token>` */
  path: string;
  template: string;
  mail: LetterMail;
  pages: PagePhoto[];
  /** null for a link that only reads */
  answer: ReplyForm | null;
  /** whether it may ask for no more letters */
  mayStop: boolean;
}

export interface ReplyForm {
  /** tells one form from another */
  form: string;
  draft: string;
  state: 'open' | 'sent' | 'empty' | 'too-long' | 'too-many';
}

/** The letter at full size on its own page, to be read, printed, kept and answered. */
export function letterPage(letter: ShownLetter): string {
  const { mail, pages, template, path } = letter;
  const look = TEMPLATE_IDS.find((id) => id === template) ?? DEFAULT_TEMPLATE;
  const names = namesOf(mail);
  const paragraphs = paragraphsOf(mail.message);
  const body = html`${letter.answer && html`<a class="skip" href="#answer">Skip to your answer</a>`}
<main class="letter">
<article class="sheet${paragraphs.length === 0 && html` no-message`}">
<header class="head">
<p class="kicker">${TEMPLATE_BY_ID[look].preheader(pages.length)}</p>
<h1>A letter from <span dir="auto">${names.sender}</span></h1>
<p class="to">To <span dir="auto">${names.recipient}</span>, <time>${writtenDay(mail)}</time></p>
</header>
${paragraphs.length > 0 && html`<div class="message">${paragraphs.map(paragraphMarkup)}</div>`}
<ol class="pages">
${pages.map((page, index) => figure(path, page, index + 1, pages.length))}
</ol>
</article>
<p class="keep">To keep it on paper, or as a PDF, use your browser’s Print.</p>
${letter.answer ? answerSection(letter, letter.answer, names.senderFirst) : readingNote(names.recipient)}
${letter.mayStop && html`<p class="stop"><a href="${path}/stop">Don’t send me letters from this person</a> <a href="${path}/report">Report this letter</a></p>`}
</main>
${footer(mail.productName)}`;
  return document({ title: letterSubject(mail.senderName), look, theme: 'light', body });
}

function paragraphMarkup(paragraph: string): Html {
  const lines = paragraph.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
  return html`<p dir="auto">${lines}</p>`;
}

function figure(path: string, page: PagePhoto, position: number, count: number): Html {
  const lazy = position > 2 && html` loading="lazy"`;
  return html`<li><figure><a href="${path}/photo/${position}"><img src="${path}/photo/${position}" width="${page.width}" height="${page.height}" alt="${page.alt}"${lazy}></a>
<figcaption>${count === 1 ? 'The page' : `Page ${position} of ${count}`}, <a href="${path}/photo/${position}?download=1">save it</a></figcaption></figure></li>`;
}

const TROUBLE: Record<ReplyForm['state'], string> = {
  open: '',
  sent: '',
  empty: 'Please write a few words first.',
  'too-long': `Please keep your answer under ${PAGE_REPLY_MAX_CHARACTERS} characters.`,
  'too-many': 'That is a lot of answers within one hour. Please send this one in a while.',
};

function readingNote(recipient: string): Html {
  return html`<section class="answer panel"><h2>To be read</h2>
<p>This link shows the letter and nothing more. <span dir="auto">${recipient}</span> can answer it by a reply to the e-mail that brought it.</p></section>`;
}

function answerSection({ path, mail }: ShownLetter, answer: ReplyForm, senderFirst: string): Html {
  const trouble = TROUBLE[answer.state];
  const to = html`<span dir="auto">${senderFirst}</span>`;
  if (answer.state === 'sent') {
    return html`<section class="answer panel" id="answer"><h2>Your answer is on its way</h2>
<p role="status">${to} can read it now. There is nothing more to do.</p>
<p><a href="${path}#answer">Write another</a></p></section>`;
  }
  return html`<section class="answer panel" id="answer"><h2>Answer ${to}</h2>
<form method="post" action="${path}/answer#answer">
<input type="hidden" name="form" value="${answer.form}">
<label for="text">Your answer</label>
<textarea id="text" name="text" rows="8" maxlength="${PAGE_REPLY_MAX_CHARACTERS}" required dir="auto"${trouble && html` aria-invalid="true" aria-describedby="trouble" autofocus`}>
${answer.draft}</textarea>
${trouble && html`<p class="trouble" id="trouble" role="alert">${trouble}</p>`}
<button>Send your answer</button>
<p class="dim">It goes to ${to} alone, as from <span dir="auto">${namesOf(mail).recipient}</span>. You can also simply reply to the e-mail.</p>
</form></section>`;
}
