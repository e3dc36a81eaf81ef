import { PAGE_REPLY_MAX_CHARACTERS, PHOTOS_PER_REPLY } from '../../shared/limits.ts';
import { type Html, html } from './html.ts';

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
  productName: string;
  names: { recipient: string; sender: string };
  answer: Answering;
}

/** Where the recipient answers, below the letter. It works without script. */
export function answerSection({ path, productName, names, answer }: Section): Html {
  const to = html`<span dir="auto">${names.sender}</span>`;
  const from = html`<span dir="auto">${names.recipient}</span>`;
  switch (answer.kind) {
    case 'reading':
      return html`<section class="answer panel"><h2>To be read</h2>
<p>This link shows the letter and nothing more. ${from} can answer it by a reply to the e-mail that brought it.</p></section>`;
    case 'refused':
      return html`<section class="answer panel" id="answer"><h2>Answer ${to}</h2>
<p>You asked for no more letters from this person, so no answer goes to them either. You can <a href="${path}/stop">take letters again</a> and then answer.</p>
${answer.draft && html`<p>What you wrote, to be copied:</p><p class="text" dir="auto">${answer.draft}</p>`}</section>`;
    case 'sent':
      return html`<section class="answer panel" id="answer"><h2>Your answer is on its way</h2>
<p role="status">${to} can read it now. There is nothing more to do.</p>
<p class="actions">${answer.freeLetters && html`<a class="button" href="/">Write one yourself: your first letters are free</a>`}
<a class="button line" href="${path}#answer">Answer once more</a></p>
${answer.freeLetters && html`<p class="dim">A photo of a page that you wrote by hand is all it takes. ${productName} sends it on.</p>`}</section>`;
    case 'form':
      return html`<section class="answer panel" id="answer"><h2>Answer ${to}</h2>
${answerForm(path, answer)}
<p class="dim">It goes to ${to} alone, as from ${from}. You can also simply reply to the e-mail.</p></section>`;
  }
}

/** The order of the fields matters: what was written arrives before the photos, whatever becomes of those. */
function answerForm(path: string, answer: LetterAnswerForm): Html {
  const { form, draft, textTrouble } = answer;
  return html`<form method="post" action="${path}/answer#answer" enctype="multipart/form-data">
<input type="hidden" name="form" value="${form}" autocomplete="off">
<label for="text">Your answer</label>
<textarea id="text" name="text" rows="8" maxlength="${PAGE_REPLY_MAX_CHARACTERS}" dir="auto"${textTrouble && html` aria-invalid="true" aria-describedby="trouble" autofocus`}>
${draft}</textarea>
${textTrouble && html`<p class="trouble" id="trouble" role="alert">${textTrouble}</p>`}
${photosFieldset(path, answer)}
<button>Send your answer</button>
</form>`;
}

const PHOTO_TYPES = 'image/*,.heic,.heif';

function photosFieldset(path: string, { photos, photoTroubles, textTrouble }: LetterAnswerForm): Html {
  const hurt = photoTroubles.length > 0;
  const described = hurt && html` aria-describedby="photo-trouble"`;
  const focused = hurt && !textTrouble;
  const full = photos.length >= PHOTOS_PER_REPLY;
  return html`<fieldset><legend>Or by hand: photos of what you wrote on paper</legend>
${hurt && html`<div role="alert"><ul class="trouble" id="photo-trouble">${photoTroubles.map((sentence) => html`<li>${sentence}</li>`)}</ul></div>`}
${photos.length > 0 && html`<ol class="kept">${photos.map((photo, index) => keptPhoto(path, photo, index + 1))}</ol>`}
${
  full
    ? html`<p>That is as many as one answer holds: ${PHOTOS_PER_REPLY} photos.</p>`
    : html`<p class="camera"><label for="camera">Take a photo</label>
<input id="camera" name="photos" type="file" accept="image/*" capture="environment"${described}></p>
<p><label for="photos">Choose photos</label>
<input id="photos" name="photos" type="file" accept="${PHOTO_TYPES}" multiple${described}${focused && html` autofocus`}></p>
<button class="line" name="add" value="yes">Keep these and add more</button>
<p class="dim">Up to ${PHOTOS_PER_REPLY}. Where and when they were taken is removed.</p>`
}</fieldset>`;
}

function keptPhoto(
  path: string,
  { id, width, height }: LetterAnswerForm['photos'][number],
  position: number,
): Html {
  return html`<li><img src="${path}/answer/${id}" width="${width}" height="${height}" alt="Photo ${position} of your answer">
<label><input type="checkbox" name="photo" value="${id}" checked> Goes along</label></li>`;
}
