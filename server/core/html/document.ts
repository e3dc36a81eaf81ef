import { createHash } from 'node:crypto';
import { directionOf, msg, type Words } from '../../../shared/words.ts';
import { Html, html, worded } from './html.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';

interface Page {
  /** BCP 47; English unless told */
  language?: string;
  title: string;
  /** Class of the body, by which `styles/` knows the page: a template's id or the kind of page. */
  look?: string;
  body: Html;
  /** 'light' for a letter: its colours are its template's, by day and night. */
  theme?: 'light';
  /** Further elements of the head. */
  head?: Html;
  /** 'inline' for a page that is read without a server; 'none' where the page's policy allows no style. */
  styles?: 'linked' | 'inline' | 'none';
}

const styleHash = createHash('sha256').update(stylesheet).digest('base64');

/** Of a page that is read from a folder: its own style, and pictures beside it. */
const OFFLINE_POLICY = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">`;

/** A whole page made by the server: nothing from elsewhere in it, and not to be found by search engines. */
export function document({
  language = 'en',
  title,
  look = '',
  body,
  theme,
  head,
  styles = 'linked',
}: Page): string {
  return whole({
    language,
    title,
    attributes: html`${theme && html` data-theme="${theme}"`}`,
    head: html`<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${styles === 'linked' && html`<link rel="stylesheet" href="${stylesheetPath}">`}
${styles === 'inline' && html`${OFFLINE_POLICY}<style>${new Html(stylesheet)}</style>`}
${head}
`,
    body: html`<body class="${look}">
${body}`,
  });
}

interface Mail {
  /** BCP 47 */
  language: string;
  title: string;
  /** of the body, as an attribute: mail programs leave out other styles */
  style: string;
  body: Html;
}

/** A mail as a document. */
export const mailDocument = ({ style, body, ...mail }: Mail): string =>
  whole({
    ...mail,
    body: html`<body style="${new Html(style)}">
${body}`,
  });

interface Whole {
  language: string;
  title: string;
  /** of the root */
  attributes?: Html;
  /** after the title */
  head?: Html;
  /** from the body's opening tag to its last element */
  body: Html;
}

const whole = ({ language, title, attributes, head, body }: Whole): string =>
  html`<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' && html` dir="rtl"`}${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}</head>
${body}
</body>
</html>
`.markup;

/** Whose page it is, and how it speaks to its reader. */
export interface PageOwner {
  productName: string;
  words: Words;
}

/** The end of a page for somebody without an account. */
export function footer({ productName, words }: PageOwner): Html {
  const product = html`<a href="/">${productName}</a>`;
  return html`<footer class="foot"><p>${worded(words, msg('Written by hand, sent with {product}.'), { product })}</p></footer>`;
}

/** A page of a few sentences. */
export function notePage(owner: PageOwner, title: string, sentences: Html): string {
  const body = html`<main class="note panel"><h1>${title}</h1>${sentences}</main>${footer(owner)}`;
  return document({ language: owner.words.language, title, look: 'plain', body });
}

/** A page with one switch: the form turns something off by a POST to `path`, and on again by one to `/undo` below it. */
export function switchPage(
  owner: PageOwner,
  path: string,
  { on, title, text, button }: { on: boolean; title: string; text: Html | string; button: string },
): string {
  const sentences = html`<p${!on && html` role="status"`}>${text}</p>
<form method="post" action="${path}${!on && '/undo'}"><button type="submit">${button}</button></form>`;
  return notePage(owner, title, sentences);
}
