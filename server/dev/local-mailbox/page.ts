import { format } from 'date-fns';
import { type Html, html } from '../../pages/html.ts';

/** A whole page of the mailbox. @param refresh seconds after which it looks again by itself */
export function page(productName: string, title: string, main: Html, refresh?: number): string {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh ? html`<meta http-equiv="refresh" content="${refresh}">` : null}
<title>${title} · Local mailbox</title>
<link rel="stylesheet" href="/mailbox/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div class="page"><a class="brand" href="/mailbox">Local mailbox</a><a href="/">${productName}</a></div></header>
<main class="page" id="main">${main}</main>
</body>
</html>`;
  return document.markup;
}

/** A moment in the format of the whole product (spec section 9), in this machine's time. */
export function moment(date: Date): Html {
  return html`<time datetime="${date.toISOString()}">${format(date, 'MMM d, yyyy h:mm a')}</time>`;
}

/** Bytes for a person. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
