import { PAGE_REPLY_MAX_CHARACTERS, PHOTOS_PER_REPLY } from '../../../shared/limits.ts';
import { msg, type Words } from '../../../shared/words.ts';
import { type Html, html, worded } from '../../core/html/html.ts';

/** The form below a letter, as it is shown. */
export interface LetterAnswerForm {
  kind: 'form';
  /** tells one form from another */
  form: string;
  draft: string;
  /** added before, with the pixels of each */
  photos: { id: string; width: number; height: number }[];
  /** a sentence each */
  photoTroubles: string[];
  /** a sentence; empty when nothing is wrong */
  textTrouble: string;
}

/** What stands below the letter. */
export type Answering =
  | LetterAnswerForm
  /** `freeLetters`: whoever signs up now gets some */
  | { kind: 'sent'; freeLetters: boolean }
  /** they asked for no more letters from its sender */
  | { kind: 'refused'; draft: string }
  /** for a link that only reads */
  | { kind: 'reading' };

export function emptyForm(form: string): LetterAnswerForm {
  return { kind: 'form', form, draft: '', photos: [], photoTroubles: [], textTrouble: '' };
}

interface Section {
  /** `/l/<token>` */
  path: string;
  /** `?lang=de` where it was asked for in another language than the letter's */
  query: string;
  words: Words;
  productName: string;
  names: { recipient: string; sender: string };
  answer: Answering;
}

/** Where the recipient answers, below the letter. It works without script. */
export function answerSection(section: Section): Html {
  const { path, query, words, productName, answer } = section;
  const sender = html`<span dir="auto">${section.names.sender}</span>`;
  const recipient = html`<span dir="auto">${section.names.recipient}</span>`;
  const heading = html`<h2>${worded(words, msg('Answer {sender}'), { sender })}</h2>`;
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
${answerForm(section, answer)}
<p class="dim">${worded(words, text, { sender, recipient })}</p></section>`;
    }
  }
}

/** The order of the fields matters: what was written arrives before the photos, whatever becomes of those. */
function answerForm(section: Section, answer: LetterAnswerForm): Html {
  const { path, query, words } = section;
  const { form, draft, textTrouble } = answer;
  return html`<form method="post" action="${path}/answer${query}#answer" enctype="multipart/form-data">
<input type="hidden" name="form" value="${form}" autocomplete="off">
<label for="text">${words.t('Your answer')}</label>
<textarea id="text" name="text" rows="8" maxlength="${PAGE_REPLY_MAX_CHARACTERS}" dir="auto"${textTrouble && html` aria-invalid="true" aria-describedby="trouble" autofocus`}>
${draft}</textarea>
${textTrouble && html`<p class="trouble" id="trouble" role="alert">${textTrouble}</p>`}
${photosFieldset(section, answer)}
<button>${words.t('Send your answer')}</button>
</form>`;
}

const PHOTO_TYPES = 'image/*,.heic,.heif';

function photosFieldset(
  { path, words }: Section,
  { photos, photoTroubles, textTrouble }: LetterAnswerForm,
): Html {
  const hurt = photoTroubles.length > 0;
  const described = hurt && html` aria-describedby="photo-trouble"`;
  const focused = hurt && !textTrouble;
  const full = photos.length >= PHOTOS_PER_REPLY;
  return html`<fieldset><legend>${words.t('Or by hand: photos of what you wrote on paper')}</legend>
${hurt && html`<div role="alert"><ul class="trouble" id="photo-trouble">${photoTroubles.map((sentence) => html`<li>${sentence}</li>`)}</ul></div>`}
${photos.length > 0 && html`<ol class="kept">${photos.map((photo, index) => keptPhoto(path, words, photo, index + 1))}</ol>`}
${
  full
    ? html`<p>${words.t('That is as many as one answer holds: {count} photos.', { count: PHOTOS_PER_REPLY })}</p>`
    : html`<p class="camera"><label for="camera">${words.t('Take a photo')}</label>
<input id="camera" name="photos" type="file" accept="image/*" capture="environment"${described}></p>
<p><label for="photos">${words.t('Choose photos')}</label>
<input id="photos" name="photos" type="file" accept="${PHOTO_TYPES}" multiple${described}${focused && html` autofocus`}></p>
<button class="line" name="add" value="yes">${words.t('Keep these and add more')}</button>
<p class="dim">${words.t('Up to {count}. Where and when they were taken is removed.', { count: PHOTOS_PER_REPLY })}</p>`
}</fieldset>`;
}

function keptPhoto(
  path: string,
  words: Words,
  { id, width, height }: LetterAnswerForm['photos'][number],
  position: number,
): Html {
  const alt = words.t('Photo {number} of your answer', { number: position });
  return html`<li><img src="${path}/answer/${id}" width="${width}" height="${height}" alt="${alt}">
<label><input type="checkbox" name="photo" value="${id}" checked> ${words.t('Goes along')}</label></li>`;
}
