import { format } from 'date-fns/format';
import { document } from '../../core/html/document.ts';
import { type Html, html } from '../../core/html/html.ts';
import type { CapturedMessage, MessageContent } from './messages.ts';

export function mailboxPage(productName: string, title: string, main: Html): string {
  return document({
    title: `${title} · Local mailbox`,
    look: 'mailbox',
    body: html`<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a class="brand" href="/mailbox">Local mailbox</a><a href="/">${productName}</a></header>
<main id="main">${main}</main>`,
  });
}

export function listPage(productName: string, messages: CapturedMessage[]) {
  const unread = messages.filter(({ openedAt }) => !openedAt).length;
  const heading = unread > 0 ? `Mail (${unread} unread)` : 'Mail';
  const main = html`<div class="lead"><h1>${heading}</h1><p class="dim">Nothing leaves this machine: every mail that ${productName} would send lands here.</p></div>
<div class="actions"><a class="button line" href="/mailbox">Check for new mail</a></div>
${
  messages.length > 0
    ? html`<ul class="mails">${messages.map(listItem)}</ul>`
    : html`<div class="panel"><h2>No mail yet</h2><p>Send a letter or ask for a new password, and look here again.</p></div>`
}
${
  messages.length > 0 &&
  html`<details><summary class="button line">Empty the mailbox</summary>
<form method="post" action="/mailbox/empty"><button>Yes, delete all messages</button></form></details>`
}`;
  return mailboxPage(productName, heading, main);
}

function listItem(message: CapturedMessage): Html {
  const { openedAt, subject, to, from, capturedAt } = message;
  return html`<li${!openedAt && html` class="unread"`}><a href="${addressOf(message)}"><b>${subject || '(no subject)'}</b>
<span>${!openedAt && html`<span class="tag">Unread</span> `}${time(capturedAt)}</span>
<span>To ${to}, from ${from}</span><span>${size(message.size)}</span></a></li>`;
}

export interface ShownMessage {
  productName: string;
  message: CapturedMessage;
  content: MessageContent;
  canReply: boolean;
  answered: keyof typeof OUTCOMES | null;
  draft: string;
}

const OUTCOMES = {
  sent: html`<p class="notice good" role="status">Your answer is on its way.</p>`,
  empty: html`<p class="notice bad" role="alert">Please write an answer first.</p>`,
  failed: html`<p class="notice bad" role="alert">Your answer was not taken. Is the product's mail receiver running? Your words are still below.</p>`,
};

export function messagePage(shown: ShownMessage): string {
  const { productName, message, content, answered } = shown;
  const address = addressOf(message);
  const row = (name: string, value: string | Html | null) => value && html`<dt>${name}</dt><dd>${value}</dd>`;
  const title = message.subject || '(no subject)';
  const main = html`<div class="lead"><h1>${title}</h1>
<div class="actions"><a class="button line" href="/mailbox">All mail</a>
<a class="button line" href="${address}/raw" download="${message.id}.eml">Download (${size(message.size)})</a>
<form method="post" action="${address}/delete"><button class="line">Delete</button></form></div></div>
${answered && OUTCOMES[answered]}
<dl class="headers panel">${row('From', message.from)}${row('To', message.to)}${row('Reply-To', content.replyTo)}${row('Date', time(content.date ?? message.capturedAt))}${row('Envelope sender', message.envelopeSender)}${row('Message-ID', message.messageId)}</dl>
<section class="view" aria-labelledby="message-heading"><h2 id="message-heading" class="skip">The message</h2>
${content.html !== null && html`<iframe src="${address}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The message as ${message.to} sees it"></iframe>`}
<details${content.html === null && html` open`}><summary class="button line">As plain text</summary><pre class="panel">${content.text}</pre></details></section>
${shown.canReply && replyForm(shown, address)}`;
  return mailboxPage(productName, title, main);
}

function replyForm({ content, draft }: ShownMessage, address: string): Html {
  const name = content.to.name || content.to.address;
  return html`<section class="answer panel" aria-labelledby="answer-heading"><form method="post" action="${address}/answer">
<h2 id="answer-heading">Answer as ${name}</h2>
<p class="dim">Goes by SMTP to ${content.replyTo}, as it would from ${name}'s own mail program.</p>
<label for="answer-text">Your answer</label>
<textarea id="answer-text" name="text" required maxlength="20000">${draft}</textarea>
<button>Answer as ${name}</button></form></section>`;
}

const addressOf = ({ id }: CapturedMessage) => `/mailbox/messages/${id}`;

function time(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${format(date, 'MMM d, yyyy h:mm a')}</time>`;
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
