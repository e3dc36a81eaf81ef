import { filesInWords, labelOf, textWithoutAttachments } from '../../shared/attachments.ts';
import type { Reply, Thread } from '../../shared/conversations.ts';
import type { Letter } from '../../shared/letters.ts';
import { filenameOfUpload } from '../../shared/photos.ts';
import { words } from '../../shared/words.ts';
import { personalise } from '../../templates/message.ts';
import { exportedFileName } from '../conversations/personal-data.ts';
import type { ExportFiles } from '../identity/personal-data.ts';
import { document } from '../pages/document.ts';
import { Html, html } from '../pages/html.ts';

/** Stands for the letters between the page's beginning and its end. */
const LETTERS = new Html('<!-- letters -->');
const english = words('en');

export interface ExportedPage {
  product: string;
  files: ExportFiles;
  /** of letters that the person sent */
  letterCount: number;
  /** the threads of conversations by their ids */
  threadsOf(conversationIds: string[]): Promise<Map<string, Thread>>;
  at: Date;
}

/**
 * The export as a page: every letter with its photos and answers, then the address book and the credits. It is read
 * from a folder, without us and without a connection: no script, no font, no address but its own files.
 * @returns its text in parts
 */
export async function* exportPage({ product, files, letterCount, threadsOf, at }: ExportedPage) {
  const { account, letters, conversations, recipients, ledger } = files;
  const body = html`<h1>${account.displayName || account.email}</h1>
<p class="dim">${account.email} · taken along on ${day(at.toISOString())} · ${counted(letterCount, 'letter')}.
The same is in the JSON files beside this page, for programs; other address books read
<a href="address-book.vcf">address-book.vcf</a> and <a href="address-book.csv">address-book.csv</a>.</p>
<h2>Letters you sent</h2>
${LETTERS}
<h2>Address book</h2>
<table><tbody>${recipients.map(({ name, greetingName, email }) => html`<tr><td>${name}${greetingName ? html`<br><span class="dim">${greetingName}</span>` : null}</td><td>${email}</td></tr>`)}</tbody></table>
<h2>Credits</h2>
<table><thead><tr><th>Date</th><th>What for</th><th>Credits</th><th>Balance</th></tr></thead>
<tbody>${ledger.map(
    ({ createdAt, title, detail, delta, balance }) =>
      html`<tr><td>${day(createdAt)}</td><td>${title}${detail ? html`<br><span class="dim">${detail}</span>` : null}</td>
<td>${delta > 0 ? `+${delta}` : delta}</td><td>${balance}</td></tr>`,
  )}</tbody></table>`;
  const page = document({ title: `My letters from ${product}`, look: 'export', body, styles: 'inline' });
  const [beginning = '', end = ''] = page.split(LETTERS.markup);
  yield beginning;
  if (letterCount === 0) yield '<p>None yet.</p>';
  for await (const batch of letters()) {
    const threads = await threadsOf(batch.map(({ conversationId }) => conversationId));
    yield batch
      .map((letter) => letterArticle(letter, threads.get(letter.conversationId)?.replies ?? []).markup)
      .join('\n');
  }
  let received = 0;
  for await (const batch of conversations()) {
    const others = batch.filter(({ role }) => role === 'recipient');
    if (received === 0 && others.length > 0) yield '<h2>Letters you received</h2>';
    received += others.length;
    yield others.map(({ letter, replies }) => receivedArticle(letter, replies).markup).join('\n');
  }
  yield end;
}

const receivedArticle = (letter: Thread['letter'], replies: Reply[]): Html => html`<article>
<h3>From ${letter.senderName}</h3><p class="dim">${day(letter.createdAt)}</p>
<p class="text">${personalise(letter.emailMessage, letter.recipientName)}</p>
${letter.photoUrls.map((url, index) => picture(url, `Page ${index + 1}`))}${replies.map(answer)}</article>`;

function letterArticle(letter: Letter, replies: Reply[]): Html {
  const { recipientName, recipientEmail, createdAt, sentAt, status, emailMessage, photos } = letter;
  return html`<article>
<h3>Letter ${letter.id} to ${recipientName}</h3>
<p class="dim">${recipientEmail} · ${sentAt ? `sent ${day(sentAt)}` : `${status}, written ${day(createdAt)}`}</p>
<p class="text">${personalise(emailMessage, recipientName)}</p>
${photos.map(({ url, alt }, index) => picture(url, alt || `Page ${index + 1}`))}${replies.map(answer)}</article>`;
}

function answer(reply: Reply): Html {
  const { isFromOriginalSender, fromEmail, createdAt, photos, attachments } = reply;
  const kept = attachments.flatMap((file) => (file.id ? [{ ...file, id: file.id }] : []));
  const lost = attachments.filter(({ id }) => !id);
  const others =
    lost.length > 0 &&
    english.n(
      lost.length,
      '{files} was attached; it could not be kept.',
      '{files} were attached; they could not be kept.',
      { files: filesInWords(lost, english) },
    );
  return html`<blockquote><p class="dim">${isFromOriginalSender ? 'The sender' : fromEmail || 'The recipient'}, ${day(createdAt)}</p>
<p class="text">${textWithoutAttachments(reply)}</p>${photos.map(({ url, alt }) => picture(url, alt || 'Photo with this answer'))}${
    kept.length > 0 &&
    html`<ul>${kept.map((file) => html`<li><a href="files/${exportedFileName(file.id, file.name)}">${labelOf(file, english)}</a></li>`)}</ul>`
  }${others ? html`<p class="dim">${others}</p>` : null}</blockquote>`;
}

function picture(url: string, alt: string): Html {
  const name = filenameOfUpload(url);
  return name ? html`<img src="photos/${name}" alt="${alt}" loading="lazy">` : html``;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** '14 March 2026': read anywhere, in UTC as the rows are. */
const day = (iso: string): string => DAY.format(new Date(iso));
