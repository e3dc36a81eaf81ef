import { labelOf, textWithoutAttachments } from '../../../shared/attachments.ts';
import type { Reply, Thread } from '../../../shared/conversations.ts';
import { dayInWords } from '../../../shared/day-in-words.ts';
import { statusWord } from '../../../shared/letter-status-words.ts';
import type { Letter } from '../../../shared/letters.ts';
import { filenameOfUpload } from '../../../shared/photos.ts';
import { msg, type Words } from '../../../shared/words.ts';
import { messageOf } from '../../../templates/message.ts';
import { knownZone } from '../../../templates/parts/written-date.ts';
import { exportedFileName } from '../../answers/personal-data.ts';
import { document } from '../../core/html/document.ts';
import { Html, html, worded } from '../../core/html/html.ts';
import { notKept } from '../archive/archive-page.ts';
import type { ExportFiles } from './personal-data.ts';

const PARTS = new Html('<!-- parts -->');

export interface ExportedPage {
  product: string;
  words: Words;
  files: ExportFiles;
  letterCount: number;
  threadsOf(letters: Letter[]): AsyncIterable<[part: Letter[], threads: Map<string, Thread>]>;
  at: Date;
}

const FILES = msg(
  'The same is in the JSON files beside this page, for programs; other address books read {vcard} and {csv}.',
);
const VCARD = html`<a href="address-book.vcf">address-book.vcf</a>`;
const CSV = html`<a href="address-book.csv">address-book.csv</a>`;

/** It is read from a folder, without us and without a connection: no script, no font, no address but its own files. */
export async function* exportPage({ product, words, files, letterCount, threadsOf, at }: ExportedPage) {
  const { account, letters, conversations, recipients, ledger } = files;
  const { t, n, language } = words;
  const i18n: I18n = { words, dayOf: (time) => dayInWords(time, language, knownZone(account.timeZone)) };
  const taken = t('taken along on {day}', { day: i18n.dayOf(at.toISOString()) });
  const body = html`<h1>${account.displayName || account.email}</h1>
<p class="dim">${account.email} · ${taken} · ${n(letterCount, '1 letter', '{n} letters')}.
${worded(words, FILES, { vcard: VCARD, csv: CSV })}</p>
<h2>${t('Letters you sent')}</h2>
${PARTS}
<h2>${t('Address book')}</h2>
<table><tbody>${PARTS}</tbody></table>
<h2>${t('Credits')}</h2>
<table><thead><tr><th>${t('Date')}</th><th>${t('What for')}</th><th>${t('Credits')}</th><th>${t('Balance')}</th></tr></thead>
<tbody>${ledger.map(
    ({ createdAt, title, detail, delta, balance }) =>
      html`<tr><td>${i18n.dayOf(createdAt)}</td><td>${title}${detail ? html`<br><span class="dim">${detail}</span>` : null}</td>
<td>${delta > 0 ? `+${delta}` : delta}</td><td>${balance}</td></tr>`,
  )}</tbody></table>`;
  const title = t('My letters from {product}', { product });
  const page = document({ language, title, look: 'export', body, styles: 'inline' });
  const [beginning = '', middle = '', end = ''] = page.split(PARTS.markup);
  yield beginning;
  if (letterCount === 0) yield html`<p>${t('None yet.')}</p>`.markup;
  for await (const batch of letters())
    for await (const [part, threads] of threadsOf(batch))
      yield part
        .map(
          (letter) => letterArticle(letter, threads.get(letter.conversationId)?.replies ?? [], i18n).markup,
        )
        .join('\n');
  let received = 0;
  for await (const batch of conversations()) {
    const others = batch.filter(({ role }) => role === 'recipient');
    if (received === 0 && others.length > 0) yield html`<h2>${t('Letters you received')}</h2>`.markup;
    received += others.length;
    yield others.map(({ letter, replies }) => receivedArticle(letter, replies, i18n).markup).join('\n');
  }
  yield middle;
  for await (const batch of recipients())
    yield batch
      .map(
        ({ name, greetingName, email }) =>
          html`<tr><td>${name}${greetingName ? html`<br><span class="dim">${greetingName}</span>` : null}</td><td>${email}</td></tr>`
            .markup,
      )
      .join('');
  yield end;
}

/** Days are those of the person's own clock, as in the app. */
interface I18n {
  words: Words;
  dayOf: (time: string) => string;
}

function receivedArticle(letter: Thread['letter'], replies: Reply[], i18n: I18n): Html {
  const title = i18n.words.t('From {name}', { name: letter.senderName });
  return article(title, i18n.dayOf(letter.createdAt), letter, replies, i18n);
}

function letterArticle(letter: Letter, replies: Reply[], i18n: I18n): Html {
  const { id, recipientName, recipientEmail, createdAt, sentAt, status } = letter;
  const { t } = i18n.words;
  const state = sentAt
    ? t('sent {day}', { day: i18n.dayOf(sentAt) })
    : t('{status}, written {day}', { status: statusWord(status, i18n.words), day: i18n.dayOf(createdAt) });
  const title = t('Letter {number} to {name}', { number: String(id), name: recipientName });
  return article(title, `${recipientEmail} · ${state}`, letter, replies, i18n);
}

const article = (
  title: string,
  about: string,
  letter: Letter | Thread['letter'],
  replies: Reply[],
  i18n: I18n,
) => html`<article>
<h3>${title}</h3>
<p class="dim">${about}</p>
<p class="text" dir="auto" lang="">${messageOf(letter)}</p>
${letter.photos.map(({ url, alt }, index) => picture(url, alt || i18n.words.t('Page {number}', { number: index + 1 })))}${replies.map((reply) => answer(reply, i18n))}</article>`;

function answer(reply: Reply, { words, dayOf }: I18n): Html {
  const { isFromOriginalSender, fromEmail, createdAt, photos, attachments } = reply;
  const { t } = words;
  const kept = attachments.flatMap((file) => (file.id ? [{ ...file, id: file.id }] : []));
  const lost = attachments.filter(({ id }) => !id);
  const by = isFromOriginalSender ? t('The sender') : fromEmail || t('The recipient');
  return html`<blockquote><p class="dim">${by}, ${dayOf(createdAt)}</p>
<p class="text" dir="auto" lang="">${textWithoutAttachments(reply)}</p>${photos.map(({ url, alt }) => picture(url, alt || t('Photo with this answer')))}${
    kept.length > 0 &&
    html`<ul>${kept.map((file) => html`<li><a href="files/${exportedFileName(file.id, file.name)}">${labelOf(file, words)}</a></li>`)}</ul>`
  }${lost.length > 0 && html`<p class="dim">${notKept(lost, words)}</p>`}</blockquote>`;
}

function picture(url: string, alt: string): Html {
  const name = filenameOfUpload(url);
  return name ? html`<img src="photos/${name}" alt="${alt}" loading="lazy">` : html``;
}
