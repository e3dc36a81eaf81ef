import { type Html, html } from './html.ts';
import { stylesheetPath } from './stylesheet.ts';

interface Page {
  productName: string;
  title: string;
  /** class of the body: the letter's paper, or `plain` */
  look: string;
  main: Html;
}

/** A whole page for somebody without an account: no script, nothing from elsewhere, not to be found by searching. */
export function document({ productName, title, look, main }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="color-scheme" content="light">
<title>${title}</title>
<link rel="stylesheet" href="${stylesheetPath}">
</head>
<body class="${look}">
${main}
<footer class="foot"><p>Written by hand, sent with <a href="/">${productName}</a>.</p></footer>
</body>
</html>`.markup;
}

/** A page with a few words on it. */
export function notePage(productName: string, title: string, words: Html): string {
  const main = html`<main class="note"><h1>${title}</h1>${words}</main>`;
  return document({ productName, title, look: 'plain', main });
}
