import { globSync } from 'node:fs';
import path from 'node:path';
import { PAGE_REPLY_MAX_CHARACTERS, PHOTOS_PER_REPLY } from '../../../shared/limits.ts';
import { msg, type Words } from '../../../shared/words.ts';
import { type Html, html, worded } from '../../core/html/html.ts';
import { projectFolder } from '../../core/project-folder.ts';
import type { PagePhoto } from '../../letters/photos/data.ts';
import type { Corners } from './answer-form.ts';

export interface AnswerPage {
  photo: PagePhoto;
  /** straight and bright, as was asked for */
  straight: (PagePhoto & { corners: Corners }) | null;
}

export interface LetterAnswerForm {
  kind: 'form';
  form: string;
  draft: string;
  pages: AnswerPage[];
  photoTroubles: string[];
  textTrouble: string;
}

export type Answering =
  | LetterAnswerForm
  | { kind: 'sent'; freeLetters: boolean }
  /** they asked for no more letters from its sender */
  | { kind: 'refused'; draft: string }
  | { kind: 'reading' };

export function emptyForm(form: string): LetterAnswerForm {
  return { kind: 'form', form, draft: '', pages: [], photoTroubles: [], textTrouble: '' };
}

interface Section {
  path: string;
  query: string;
  words: Words;
  productName: string;
  names: { recipient: string; sender: string };
  answer: Answering;
}

export function answerSection(section: Section): Html {
  const { path, query, words, productName, answer } = section;
  const sender = html`<span dir="auto">${section.names.sender}</span>`;
  const recipient = html`<span dir="auto">${section.names.recipient}</span>`;
  const heading = html`<h2>${worded(words, msg('Write back to {sender}'), { sender })}</h2>`;
  switch (answer.kind) {
    case 'reading': {
      const text = msg(
        'This link shows the letter and nothing more. {recipient} can answer it by a reply to the e-mail that brought it.',
      );
      return html`<section class="answer panel"><h2>${words.t('To be read')}</h2>
<p>${worded(words, text, { recipient })}</p></section>`;
    }
    case 'refused': {
      const text = msg(
        'You asked for no more letters from this person, so no answer goes to them either. You can {again} and then answer.',
      );
      // Translators: a link, in ‘You can take letters again and then answer.’
      const again = html`<a href="${path}/stop${query}">${words.t('take letters again')}</a>`;
      return html`<section class="answer panel" id="answer">${heading}
<p>${worded(words, text, { again })}</p>
${answer.draft && html`<p>${words.t('What you wrote, to be copied:')}</p><p class="text" dir="auto">${answer.draft}</p>`}</section>`;
    }
    case 'sent':
      return html`<section class="answer panel" id="answer"><h2>${words.t('Your answer is on its way')}</h2>
<p role="status">${worded(words, msg('{sender} can read it now. There is nothing more to do.'), { sender })}</p>
<p class="actions">${answer.freeLetters && html`<a class="button" href="/">${words.t('Write one yourself: your first letters are free')}</a>`}
<a class="button line" href="${path}${query}#answer">${words.t('Answer once more')}</a></p>
${answer.freeLetters && html`<p class="dim">${words.t('A photo of a page that you wrote by hand is all it takes. {product} sends it on.', { product: productName })}</p>`}</section>`;
    case 'form': {
      const text = msg(
        'It goes to {sender} alone, as from {recipient}. You can also simply reply to the e-mail.',
      );
      return html`<section class="answer panel" id="answer">${heading}
${answerForms(section, answer)}
<p class="dim">${worded(words, text, { sender, recipient })}</p></section>`;
    }
  }
}

/** One form for photos and one for words: what is required in one is not in the other. */
function answerForms(section: Section, answer: LetterAnswerForm): Html {
  const { words } = section;
  const { draft, textTrouble, pages, photoTroubles } = answer;
  const typed = textTrouble !== '' || (draft !== '' && photoTroubles.length === 0);
  return html`${handForm(section, answer)}
${
  pages.length === 0 &&
  html`<details class="typing"${typed && html` open`}><summary class="button line">${words.t('Write back by typing')}</summary>
${opening(section, answer)}
${textField(words, answer, 'text', 8)}
<button>${words.t('Send your answer')}</button>
</form></details>`
}`;
}

const opening = ({ path, query }: Section, { form }: LetterAnswerForm) =>
  html`<form method="post" action="${path}/answer${query}#answer" enctype="multipart/form-data">
<input type="hidden" name="form" value="${form}" autocomplete="off">`;

function textField(words: Words, { draft, textTrouble }: LetterAnswerForm, id: string, rows: number): Html {
  return html`<label for="${id}">${words.t('Your answer')}</label>
<textarea id="${id}" name="text" rows="${rows}" maxlength="${PAGE_REPLY_MAX_CHARACTERS}" dir="auto"${textTrouble && html` aria-invalid="true" aria-describedby="trouble" autofocus`}>
${draft}</textarea>
${textTrouble && html`<p class="trouble" id="trouble" role="alert">${textTrouble}</p>`}`;
}

const CAMERA = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 8h4l2-3h6l2 3h4v12H3z"/><circle cx="12" cy="13.5" r="3.8"/></svg>`;

/** The last is no type of a file: with pictures alone, Android offers its gallery and no camera. */
const PHOTO_TYPES = 'image/*,.heic,.heif,android/force-camera-workaround';

/** What follows the choice of photos is shown once the field is valid, without script. The words arrive first. */
function handForm(section: Section, answer: LetterAnswerForm): Html {
  const { path, words } = section;
  const { pages, photoTroubles, draft } = answer;
  const hurt = photoTroubles.length > 0;
  const none = pages.length === 0;
  const full = pages.length >= PHOTOS_PER_REPLY;
  const described = hurt && html` aria-describedby="photo-trouble"`;
  const label = none ? words.t('Write back by hand') : words.t('Add a page');
  // Without photos the other form says what is wrong with the words.
  const textTrouble = none ? '' : answer.textTrouble;
  return html`${opening(section, answer)}
${hurt && html`<div role="alert"><ul class="trouble" id="photo-trouble">${photoTroubles.map((sentence) => html`<li>${sentence}</li>`)}</ul></div>`}
${!none && html`<ol class="kept">${pages.map((page, index) => keptPage(path, words, page, index + 1))}</ol>`}
<details class="picked"${(draft || textTrouble) && html` open`}><summary>${words.t('Add a few words')}</summary>
${textField(words, { ...answer, textTrouble }, 'few-words', 4)}</details>
${
  full
    ? html`<p>${words.t('That is as many as one answer holds: {count} photos.', { count: PHOTOS_PER_REPLY })}</p>`
    : html`<label class="button camera${!none && ' line'}">${CAMERA}<span>${label}</span>
<input name="photos" type="file" accept="${PHOTO_TYPES}" multiple${none && html` required`}${described}${hurt && !answer.textTrouble && html` autofocus`}></label>
<p class="picked dim">${words.t('Up to {count}. Where and when they were taken is removed.', { count: PHOTOS_PER_REPLY })}</p>`
}
${straightOffer(words, section.names.sender)}
<p class="actions picked"><button>${words.t('Send your answer')}</button>
${!full && html`<button class="line" name="add" value="yes">${words.t('Look at them first')}</button>`}</p>
</form>`;
}

function keptPage(path: string, words: Words, { photo, straight }: AnswerPage, position: number): Html {
  const { id, width, height } = straight ?? photo;
  const alt = words.t('Photo {number} of your answer', { number: position });
  const wanted = straight && JSON.stringify({ photo: photo.id, corners: straight.corners });
  return html`<li><img src="${path}/answer/${id}?size=thumbnail" width="${width}" height="${height}" alt="${alt}">
<label><input type="checkbox" name="photo" value="${photo.id}" checked> ${words.t('Send this page')}</label>
${wanted && html`<label><input type="checkbox" name="straight" value="${wanted}" checked> ${words.t('Straighten and brighten photo {number}', { number: position })}</label>`}</li>`;
}

/** `web/write-back/`, built; none in a checkout where nothing was. */
const [SCRIPT] = globSync('assets/write-back-*.js', { cwd: path.join(projectFolder, 'dist', 'web') });

/** The words of what offers pages straight and bright, where there is script. */
function straightOffer(words: Words, sender: string): Html | null {
  if (!SCRIPT) return null;
  const rules = new Intl.PluralRules(words.language);
  const counts = Array.from({ length: PHOTOS_PER_REPLY }, (_, index) => index + 1);
  const byPlural = (say: (count: number) => string) =>
    Object.fromEntries(counts.map((count) => [rules.select(count), say(count)]));
  const said = {
    looking: words.t('Looking for the page…'),
    none: words.t('The photos go as they are.'),
    offered: byPlural((count) =>
      words.n(count, 'Straighten and brighten this page?', 'Straighten and brighten these pages?'),
    ),
    straight: byPlural((count) =>
      words.n(count, 'The page is straight and bright', 'The pages are straight and bright'),
    ),
    straighten: words.t('Straighten'),
    undo: words.t('Undo'),
    one: words.t('Straighten and brighten photo {number}', { number: '{number}' }),
    before: words.t('Photo {number} before', { number: '{number}' }),
    after: words.t('Photo {number} after', { number: '{number}' }),
    seen: words.t('{sender} can also see the photos as you took them.', { sender }),
  };
  return html`<div class="picked strip" data-words="${JSON.stringify(said)}" hidden></div>
<script type="module" src="/${SCRIPT}"></script>`;
}
