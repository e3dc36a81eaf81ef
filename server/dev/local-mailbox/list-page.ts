import { type Html, html } from '../../pages/html.ts';
import type { CapturedMessage } from './data.ts';
import { moment, page, size } from './page.ts';

/** Seconds between two looks while somebody asked the page to keep looking. */
const WATCH_SECONDS = 5;

/** All caught mail, newest first. It looks again by itself only when asked to: a page that jumps is a nuisance. */
export function listPage(
  productName: string,
  messages: CapturedMessage[],
  total: number,
  watching: boolean,
): string {
  const unread = messages.filter((message) => !message.openedAt).length;
  const heading = unread > 0 ? `Mail (${unread} unread)` : 'Mail';
  const main = html`<div class="lead"><h1>${heading}</h1><p class="dim">Nothing leaves this machine: every mail that ${productName} would send lands here.</p></div>
<div class="acts">
<a class="btn line" href="/mailbox${watching ? '?watch' : ''}">Check for new mail</a>
${
  watching
    ? html`<a class="btn line" href="/mailbox">Stop looking by itself</a><span class="dim sm">Looks again every ${WATCH_SECONDS} seconds.</span>`
    : html`<a class="btn line" href="/mailbox?watch">Keep looking by itself</a>`
}
</div>
${messages.length === 0 ? nothing() : list(messages)}
${total > messages.length ? html`<p class="dim">These are the newest ${messages.length} of ${total}.</p>` : null}
${messages.length > 0 ? emptying(total) : null}`;
  return page(productName, heading, main, watching ? WATCH_SECONDS : undefined);
}

function nothing(): Html {
  return html`<div class="sheet empty"><h2>No mail yet</h2><p>Send a letter or ask for a new password, and look here again.</p></div>`;
}

function list(messages: CapturedMessage[]): Html {
  return html`<ul class="holes">${messages.map(
    (
      message,
    ) => html`<li><a class="mail${message.openedAt ? '' : ' new'}" href="/mailbox/messages/${message.id}">
<b class="subject">${message.subject || '(no subject)'}</b><span class="right">${message.openedAt ? null : html`<span class="tag">Unread</span> `}${moment(message.capturedAt)}</span>
<span>To ${message.to}, from ${message.from}</span><span class="right">${size(message.size)}</span></a></li>`,
  )}</ul>`;
}

function emptying(total: number): Html {
  return html`<details><summary class="btn">Empty the mailbox</summary>
<form method="post" action="/mailbox/empty"><button class="btn">Yes, delete ${total === 1 ? 'the message' : `all ${total} messages`}</button></form></details>`;
}
