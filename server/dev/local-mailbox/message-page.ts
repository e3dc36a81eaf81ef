import { type Html, html } from '../../pages/html.ts';
import type { CapturedMessage } from './data.ts';
import type { MessageContent } from './message-content.ts';
import { moment, page, size } from './page.ts';

export const VIEWS = ['html', 'text', 'source', 'attachments'] as const;
type View = (typeof VIEWS)[number];
type Width = 'phone' | 'desktop';

export interface MessagePage {
  productName: string;
  message: CapturedMessage;
  content: MessageContent;
  view: View;
  width: Width;
  /** the message came with a way back to its conversation */
  answerable: boolean;
  /** how the last answer fared */
  answered: 'sent' | 'empty' | 'failed' | null;
  /** text to give back when an answer was not taken */
  draft: string;
}

/** One message: who and what, the message in four views, and the answer. */
export function messagePage(shown: MessagePage): string {
  const { productName, message } = shown;
  const main = html`<div class="lead"><h1>${message.subject || '(no subject)'}</h1>
<div class="acts"><a class="btn line" href="/mailbox">All mail</a>
<form method="post" action="${address(message)}/delete"><button class="btn line">Delete</button></form></div></div>
${outcome(shown)}
${head(shown)}
<section aria-labelledby="message-heading"><h2 id="message-heading" class="skip">The message</h2>
${tabs(shown)}
${view(shown)}</section>
${shown.answerable ? answerForm(shown) : null}`;
  return page(productName, message.subject || '(no subject)', main);
}

const address = (message: CapturedMessage) => `/mailbox/messages/${message.id}`;

function outcome({ answered }: MessagePage): Html | null {
  if (answered === 'sent') {
    return html`<p class="note good" role="status">Your answer is on its way.</p>`;
  }
  if (answered === 'empty') return html`<p class="note bad" role="alert">Please write an answer first.</p>`;
  if (answered === 'failed') {
    return html`<p class="note bad" role="alert">Your answer was not taken. Is the product's mail receiver running? Your words are still below.</p>`;
  }
  return null;
}

function head({ message, content }: MessagePage): Html {
  const row = (name: string, value: string | Html | null) =>
    value ? html`<dt>${name}</dt><dd>${value}</dd>` : null;
  return html`<dl class="head sheet">${row('From', message.from)}${row('To', message.to)}${row('Reply-To', content.replyTo)}${row('Date', moment(content.date ?? message.capturedAt))}${row('Envelope sender', message.envelopeSender)}${row('Message-ID', message.messageId)}</dl>`;
}

function tabs({ message, content, view: current, width }: MessagePage): Html {
  const names: Record<View, string> = {
    html: 'HTML',
    text: 'Text',
    source: 'Source',
    attachments: `Attachments (${content.parts.length})`,
  };
  return html`<nav class="tabs" aria-label="Views of the message">${VIEWS.map(
    (view) =>
      html`<a href="${address(message)}?view=${view}&amp;width=${width}"${view === current ? html` aria-current="page"` : null}>${names[view]}</a>`,
  )}</nav>`;
}

function view(shown: MessagePage): Html {
  const { message, content, view: current } = shown;
  if (current === 'text') return html`<div class="view"><pre>${content.text || '(no text part)'}</pre></div>`;
  if (current === 'source') {
    return html`<div class="view"><p class="acts"><a class="btn line" href="${address(message)}/raw" download="${message.id}.eml">Download (${size(message.size)})</a></p>
<iframe src="${address(message)}/source" sandbox title="Source of the message"></iframe></div>`;
  }
  if (current === 'attachments') return html`<div class="view">${attachments(shown)}</div>`;
  return content.html === null
    ? html`<div class="view"><p class="note">This message has no HTML part. <a href="${address(message)}?view=text">Read its text</a>.</p></div>`
    : framed(shown);
}

function framed({ message, width }: MessagePage): Html {
  const other = width === 'phone' ? 'desktop' : 'phone';
  return html`<div class="view"><p class="acts"><a class="btn line" href="${address(message)}?view=html&amp;width=${other}">Show as on a ${other}</a></p>
<iframe class="${width}" src="${address(message)}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The message as ${message.to} sees it"></iframe></div>`;
}

function attachments({ message, content }: MessagePage): Html {
  if (content.parts.length === 0) return html`<p class="note">Nothing is attached.</p>`;
  return html`<ul class="parts">${content.parts.map(
    (part, index) =>
      html`<li><span>${part.filename} <span class="dim sm">${part.contentType}, ${size(part.size)}${part.cid ? ', shown in the letter' : ''}</span></span><a href="${address(message)}/attachments/${index}" download="${part.filename}">Download ${part.filename}</a></li>`,
  )}</ul>`;
}

function answerForm({ message, content, draft }: MessagePage): Html {
  const name = content.to.name || content.to.address;
  return html`<section class="sheet" aria-labelledby="answer-heading"><form class="answer" method="post" action="${address(message)}/answer">
<h2 id="answer-heading">Answer as ${name}</h2>
<p class="dim sm">Goes by SMTP to ${content.replyTo}, as it would from ${name}'s own mail program.</p>
<label for="answer-text">Your answer</label>
<textarea id="answer-text" name="text" required maxlength="20000">${draft}</textarea>
<div><button class="btn">Answer as ${name}</button></div></form></section>`;
}
