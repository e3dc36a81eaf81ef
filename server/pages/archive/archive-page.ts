import { filesInWords, labelOf } from '../../../shared/attachments.ts';
import type { CorrespondenceAnswer, CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { dayInWords, daysInWords } from '../../../shared/day-in-words.ts';
import { listInWords, msg, type Words } from '../../../shared/words.ts';
import { paragraphsOf } from '../../../templates/message.ts';
import { nameOfPage } from '../../../templates/parts/names.ts';
import { document } from '../../core/html/document.ts';
import { Html, html, worded } from '../../core/html/html.ts';
import { answerPhotoFile, filesOf, type LetterPlace, pageFile } from './archive-names.ts';

type Photo = CorrespondenceLetter['photos'][number];

const LETTERS = new Html('<!-- letters -->');

export interface ArchiveHead {
  product: string;
  words: Words;
  names: readonly [own: string, other: string];
  /** answers after this time are left out */
  at: Date;
}

/** It is read from its folder, without us or a connection: no script, no font, no address but the files beside it. */
export async function* archivePage(
  { product, words, names: [own, other], at }: ArchiveHead,
  letters: AsyncIterable<CorrespondenceLetter>,
  contents: { letters: Map<number, LetterPlace>; missing: Set<string> },
) {
  const { t, n, language } = words;
  const title = t('The letters of {names}', { names: listInWords([own, other], language) });
  const places = [...contents.letters.values()];
  const [first, last] = [places[0]?.day ?? '', places.at(-1)?.day ?? ''];
  const body = html`<main>
<header>
<h1>${title}</h1>
<p class="dim">${daysInWords(first, last, language)} · ${n(places.length, '1 letter', '{n} letters')}</p>
</header>
${places.length > 1 && html`<nav aria-label="${t('Letters')}"><ol>${places.map(contentsLine(words))}</ol></nav>`}
${LETTERS}
</main>
<footer class="dim"><p>${worded(words, msg('Written by hand, sent with {product}.'), { product })}
${t('taken along on {day}', { day: dayInWords(at.toISOString(), language) })}</p></footer>`;
  const page = document({ language, title, look: 'export letters', body, styles: 'inline' });
  const [beginning = '', end = ''] = page.split(LETTERS.markup);
  yield beginning;
  let open: LetterPlace | null = null;
  let answered = 0;
  for await (const letter of letters) {
    const place = contents.letters.get(letter.id);
    if (!place) continue;
    if (place !== open) {
      if (open) yield ARTICLE_ENDS;
      yield articleBegins(letter, place, contents.missing, words).markup;
      open = place;
      answered = 0;
    }
    for (const answer of letter.answers)
      yield answerSection(answer, { number: answered++, folder: place.folder }, contents.missing, words)
        .markup;
  }
  yield (open ? ARTICLE_ENDS : '') + end;
}

const titleOf = ({ sender, recipient }: LetterPlace, words: Words) =>
  worded(words, msg('{sender} to {recipient}'), {
    sender: html`<bdi>${sender}</bdi>`,
    recipient: html`<bdi>${recipient}</bdi>`,
  });

const contentsLine = (words: Words) => (place: LetterPlace) =>
  html`<li><a href="#letter-${place.number}"><span>${titleOf(place, words)}</span> ${dayOf(place, words)}</a></li>`;

const dayOf = ({ day }: { day: string }, { language }: Words) =>
  html`<time datetime="${day}">${dayInWords(day, language)}</time>`;

const ARTICLE_ENDS = '</article>\n';

function articleBegins(letter: CorrespondenceLetter, place: LetterPlace, missing: Set<string>, words: Words) {
  const { heading, message, photos, senderName, language } = letter;
  const { number, folder } = place;
  const pages = photos.map((photo, index) => {
    const alt = photo.alt || nameOfPage(index + 1, senderName, words);
    return picture({ ...photo, alt }, [folder, pageFile(index)], missing, words);
  });
  return html`<article id="letter-${number}">
<header><h2>${titleOf(place, words)}</h2><p class="dim">${dayOf(place, words)}</p></header>
${heading && html`<p class="heading" lang="${language}" dir="auto">${heading}</p>`}
<div lang="${language}">${textOf(message)}</div>
${pages}
`;
}

function answerSection(
  answer: CorrespondenceAnswer,
  { number, folder }: { number: number; folder: string },
  missing: Set<string>,
  words: Words,
): Html {
  const { body, photos } = answer;
  const author = html`<bdi>${answer.author}</bdi>`;
  const { kept, lost } = filesOf(number, answer);
  const found = kept.filter(({ file }) => !missing.has(pathOf([folder, file])));
  const sentences = [
    ...kept.filter((file) => !found.includes(file)).map(({ name }) => isGone(name, words)),
    ...(lost.length > 0 ? [notKept(lost, words)] : []),
  ];
  const pictures = photos.map((photo, index) => {
    const alt = photo.alt || words.t('Photo with this answer');
    return picture({ ...photo, alt }, [folder, answerPhotoFile(number, index)], missing, words);
  });
  return html`<section>
<h3>${worded(words, msg('{author} answered, {day}'), { author, day: dayOf(answer, words) })}</h3>
${textOf(body)}${pictures}
${found.length > 0 && html`<ul>${found.map((attached) => html`<li><a href="${hrefOf([folder, attached.file])}">${labelOf(attached, words)}</a></li>`)}</ul>`}
${sentences.map((sentence) => html`<p class="dim">${sentence}</p>`)}
</section>`;
}

/** Each paragraph in its own direction. */
const textOf = (text: string) =>
  html`${paragraphsOf(text).map((paragraph) => html`<p class="text" dir="auto">${paragraph}</p>`)}`;

const pathOf = (path: [folder: string, file: string]) => path.join('/');
const hrefOf = (path: [folder: string, file: string]) => path.map(encodeURIComponent).join('/');

function picture(
  { alt, width, height }: Photo,
  path: [folder: string, file: string],
  missing: Set<string>,
  words: Words,
): Html {
  if (missing.has(pathOf(path))) return html`<p class="dim">${isGone(path[1], words)}</p>`;
  const href = hrefOf(path);
  return html`<figure><a href="${href}"><img src="${href}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a></figure>`;
}

const isGone = (file: string, { t }: Words): string =>
  t('{file} is missing here. It could not be found any more.', { file });

export const notKept = (lost: CorrespondenceAnswer['attachments'], words: Words): string =>
  words.n(
    lost.length,
    '{files} was attached; it could not be kept.',
    '{files} were attached; they could not be kept.',
    { files: filesInWords(lost, words) },
  );
