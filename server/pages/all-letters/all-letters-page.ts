import { filesInWords, labelOf, type ReplyAttachment } from '../../../shared/attachments.ts';
import type { CorrespondenceAnswer } from '../../../shared/correspondences.ts';
import { dayInWords } from '../../../shared/day-in-words.ts';
import { filenameOfUpload } from '../../../shared/photos.ts';
import { msg } from '../../../shared/words.ts';
import { paragraphsOf } from '../../../templates/message.ts';
import { document, footer } from '../../core/html/document.ts';
import { type Html, html, worded } from '../../core/html/html.ts';
import type { PageWords } from '../../core/http/standalone-pages.ts';
import type { ShownLetter } from './data.ts';

interface AllLetters extends PageWords {
  path: string;
  sender: string;
  address: string;
  count: number;
  page: number;
  pages: number;
  letters: ShownLetter[];
}

export function allLettersPage(shown: AllLetters): string {
  const { words, path, query, count, page, pages, letters, address } = shown;
  const { t, p, n } = words;
  const sender = html`<bdi>${shown.sender}</bdi>`;
  const to = n(count, '1 letter to {address}', '{n} letters to {address}', { address });
  const where =
    pages > 1 && html` · ${p('page of a list', 'Page {number} of {count}', { number: page, count: pages })}`;
  const later = t(
    'This page opens for an hour after its link was mailed. In an account with {address} these letters stay.',
    { address },
  );
  const body = html`<main>
<header><h1>${worded(words, msg('All letters from {sender}'), { sender })}</h1>
<p class="dim">${to}${where}</p>
<p class="actions"><a class="button" href="${path}/letters.zip${query}">${t('Save all of it')}</a></p></header>
${letters.map((letter) => article(shown, letter))}
${pages > 1 && turning(shown)}
<p class="dim later">${later} <a href="/">${t('Make an account')}</a></p>
</main>
${footer(shown)}`;
  const title = t('All letters from {sender}', { sender: shown.sender });
  return document({ language: words.language, title, look: 'all-letters', body });
}

type Links = Pick<AllLetters, 'path' | 'query' | 'words'>;

const linkTo = ({ path, query }: Links, what: string) => `${path}/${what}${query}`;

function article(links: Links, letter: ShownLetter): Html {
  const { words } = links;
  const { id, day, message, photos, answers, olderLeftOut } = letter;
  const { t, n } = words;
  const name = (index: number) => t('Page {number}', { number: index + 1 });
  return html`<article class="panel" id="letter-${id}">
<h2><time datetime="${day}">${dayInWords(day, words.language)}</time></h2>
${text(message)}${pictures(links, photos, name)}
${
  answers.length > 0 &&
  html`<section class="answers"><h3>${n(answers.length, '1 answer', '{n} answers')}</h3>
${olderLeftOut && html`<p class="dim">${t('The oldest answers are left out here. A saved copy has all of them.')}</p>`}
${answers.map((answer) => answerOf(links, answer))}</section>`
}
${letter.token && html`<p class="own"><a href="/l/${letter.token}">${t('Open this letter, and answer it')}</a></p>`}
</article>`;
}

function answerOf(links: Links, answer: CorrespondenceAnswer): Html {
  const { words } = links;
  const { author, day, body, photos, attachments } = answer;
  const values = {
    author: html`<bdi>${author}</bdi>`,
    day: html`<time datetime="${day}">${dayInWords(day, words.language)}</time>`,
  };
  return html`<div class="reply"><h4>${worded(words, msg('{author} answered, {day}'), values)}</h4>
${text(body)}${pictures(links, photos, () => words.t('Photo with this answer'))}${files(links, attachments)}</div>`;
}

function files(links: Links, attachments: ReplyAttachment[]): Html {
  const { words } = links;
  const kept = attachments.filter(({ id }) => id);
  const lost = attachments.filter(({ id }) => !id);
  return html`${kept.length > 0 && html`<ul class="files">${kept.map((file) => html`<li><a href="${linkTo(links, `file/${file.id}`)}"><bdi>${labelOf(file, words)}</bdi></a></li>`)}</ul>`}${
    lost.length > 0 &&
    html`<p class="dim">${words.t('With it: {files}', { files: filesInWords(lost, words) })}</p>`
  }`;
}

const text = (written: string): Html =>
  html`${paragraphsOf(written).map((paragraph) => html`<p class="text" dir="auto" lang="">${paragraph}</p>\n`)}`;

function pictures(links: Links, photos: ShownLetter['photos'], nameOf: (index: number) => string) {
  if (photos.length === 0) return false;
  const items = photos.map(({ url, alt, width, height }, index) => {
    const photo = `photo/${filenameOfUpload(url)?.replace('.jpg', '')}`;
    return html`<li><a href="${linkTo(links, photo)}"><img src="${links.path}/${photo}?size=thumbnail" width="${width}" height="${height}" alt="${alt || nameOf(index)}" loading="lazy"></a></li>`;
  });
  return html`<ul class="photos">${items}</ul>`;
}

function turning({ path, query, page, pages, words }: AllLetters): Html {
  const to = (other: number, label: string) =>
    html`<a class="button line" href="${path}${query ? `${query}&` : '?'}page=${other}">${label}</a>`;
  return html`<nav class="actions" aria-label="${words.t('More letters')}">
${page > 1 && to(page - 1, words.t('Earlier letters'))} ${page < pages && to(page + 1, words.t('Later letters'))}</nav>`;
}
