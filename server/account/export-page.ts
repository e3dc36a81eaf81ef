import { attachmentSentence, wordsWithoutFiles } from '../../shared/attachments.ts';
import type { Reply } from '../../shared/conversations.ts';
import type { Letter } from '../../shared/letters.ts';
import { filenameOfUpload } from '../../shared/photos.ts';
import { personalise } from '../../templates/message.ts';
import type { ExportFiles } from '../identity/personal-data.ts';
import { type Html, html } from '../pages/html.ts';

/** Readable without us, without a connection, and in ten years: no script, no font, no address but its own files. */
const STYLE = `:root{color-scheme:light dark}body{max-width:44rem;margin:2rem auto;padding:0 1rem;
font:1.05rem/1.6 Georgia,serif}h1,h2,h3{line-height:1.25}article{margin:2.5rem 0;padding-top:1rem;
border-top:1px solid}.words{white-space:pre-wrap;overflow-wrap:anywhere}img{max-width:100%;height:auto;
display:block;margin:1rem 0}.aside{opacity:.75;font-size:.9rem}blockquote{margin:1rem 0 1rem 1rem;
padding-left:1rem;border-left:2px solid}table{border-collapse:collapse;width:100%}td,th{text-align:left;
padding:.25rem .75rem .25rem 0;vertical-align:top}@media print{article{break-inside:avoid-page}}`;

/** The export as a page: every letter with its photos and answers, then the address book and the credits. */
export function exportPage(product: string, files: ExportFiles, at: Date): string {
  const { account, letters, conversations, recipients, ledger } = files;
  const byConversation = new Map(conversations.map((conversation) => [conversation.id, conversation]));
  const own = new Set(letters.map(({ conversationId }) => conversationId));
  const received = conversations.filter(({ id }) => !own.has(id));
  const { markup } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>My letters from ${product}</title></head><body>
<h1>${account.displayName || account.email}</h1>
<p class="aside">${account.email} · taken along on ${day(at.toISOString())} · ${counted(letters.length, 'letter')}.
The same is in the JSON files beside this page, for programs.</p>
<h2>Letters you sent</h2>
${letters.length === 0 ? html`<p>None yet.</p>` : null}
${letters.map((letter) => letterArticle(letter, byConversation.get(letter.conversationId)?.replies ?? []))}
${received.length > 0 ? html`<h2>Letters you received</h2>` : null}
${received.map(
  ({ letter, replies }) => html`<article>
<h3>From ${letter.senderName}</h3><p class="aside">${day(letter.createdAt)}</p>
<p class="words">${personalise(letter.emailMessage, letter.recipientName)}</p>
${letter.photoUrls.map((url, index) => picture(url, `Page ${index + 1}`))}${replies.map(answer)}</article>`,
)}
<h2>Address book</h2>
<table><tbody>${recipients.map(({ name, email }) => html`<tr><td>${name}</td><td>${email}</td></tr>`)}</tbody></table>
<h2>Credits</h2>
<table><thead><tr><th>Date</th><th>What for</th><th>Credits</th><th>Balance</th></tr></thead>
<tbody>${ledger.map(
    ({ createdAt, title, detail, delta, balance }) =>
      html`<tr><td>${day(createdAt)}</td><td>${title}${detail ? html`<br><span class="aside">${detail}</span>` : null}</td>
<td>${delta > 0 ? `+${delta}` : delta}</td><td>${balance}</td></tr>`,
  )}</tbody></table>
</body></html>`;
  // A style is no text: it goes in beside the escaped values.
  return markup.replace('</head>', () => `<style>${STYLE}</style></head>`);
}

function letterArticle(letter: Letter, replies: Reply[]): Html {
  const { recipientName, recipientEmail, createdAt, sentAt, status, emailMessage, photos } = letter;
  return html`<article>
<h3>Letter ${letter.id} to ${recipientName}</h3>
<p class="aside">${recipientEmail} · ${sentAt ? `sent ${day(sentAt)}` : `${status}, written ${day(createdAt)}`}</p>
<p class="words">${personalise(emailMessage, recipientName)}</p>
${photos.map(({ url, alt }, index) => picture(url, alt || `Page ${index + 1}`))}${replies.map(answer)}</article>`;
}

function answer(reply: Reply): Html {
  const { isFromOriginalSender, fromEmail, createdAt, photos, attachments } = reply;
  const files = attachmentSentence(attachments, 'cannot be shown here');
  return html`<blockquote><p class="aside">${isFromOriginalSender ? 'The sender' : fromEmail || 'The recipient'}, ${day(createdAt)}</p>
<p class="words">${wordsWithoutFiles(reply)}</p>${photos.map(({ url, alt }) => picture(url, alt || 'Photo with this answer'))}${
    files ? html`<p class="aside">${files}</p>` : null
  }</blockquote>`;
}

function picture(url: string, alt: string): Html {
  const name = filenameOfUpload(url);
  return name ? html`<img src="photos/${name}" alt="${alt}" loading="lazy">` : html``;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** '14 March 2026': read anywhere, in UTC as the rows are. */
function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
