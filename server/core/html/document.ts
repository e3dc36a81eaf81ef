import { createHash } from 'node:crypto';
import { directionOf, msg, type Words } from '../../../shared/words.ts';
import type { Config } from '../config.ts';
import { Html, html, worded } from './html.ts';
import { stylesheet, stylesheetPath } from './stylesheet.ts';

interface Page {
  /** BCP 47; English unless told */
  language?: string;
  title: string;
  /** Class of the body, by which `styles/` knows the page: a template's id or the kind of page. */
  look?: string;
  body: Html;
  head?: Html;
  /** 'inline' for a page that is read without a server; 'none' where the page's policy allows no style. */
  styles?: 'linked' | 'inline' | 'none';
}

const styleHash = createHash('sha256').update(stylesheet).digest('base64');

/** Its own style, and pictures beside it. */
const OFFLINE_POLICY = html`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">`;

/** Nothing from elsewhere in it, and not to be found by search engines. */
export function document({ language = 'en', title, look = '', body, head, styles = 'linked' }: Page): string {
  return whole({
    language,
    title,
    head: html`<meta name="robots" content="noindex, nofollow, noarchive">
<meta name="color-scheme" content="light dark">
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
  /** what a list of mails shows after the subject */
  preheader: string;
  body: Html;
  foot: Html;
  productName: string;
}

const SERIF = "Georgia,'Iowan Old Style','Times New Roman',serif";
const SANS = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MARK = `border:2px dotted #c8351b;background:#c8351b;color:#ffffff;width:30px;height:38px;font:700 21px/24px ${SERIF}`;

/** Inline styles of mails, for programs that read no other; a class beside each names its dark form. */
export const mailText = {
  heading: new Html(
    `class="t" style="margin:0 0 10px;font:500 29px/36px ${SERIF};color:#161f36;overflow-wrap:anywhere;text-wrap:balance"`,
  ),
  text: new Html(
    `class="t" style="margin:0 0 16px;font:400 18px/28px ${SANS};color:#161f36;overflow-wrap:anywhere"`,
  ),
  quoted: new Html(
    `class="t ln" style="margin:0 0 16px;padding-inline-start:14px;border-inline-start:3px solid #c6ced8;font:400 18px/28px ${SANS};color:#161f36;overflow-wrap:anywhere"`,
  ),
  small: new Html(
    `class="d" style="margin:0 0 8px;font:400 14px/22px ${SANS};color:#4f5a68;overflow-wrap:anywhere"`,
  ),
  link: new Html('class="l" style="color:#25399b;display:inline-block;padding:8px 0"'),
};

export const mailButton = ({ address, label }: { address: string; label: string }): Html =>
  html`<table role="presentation" class="bw" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td class="b" align="center" bgcolor="#25399b" style="background:#25399b;border-radius:2px"><a href="${address}" class="ba" style="display:inline-block;padding:15px 28px;font:600 17px/20px ${new Html(SANS)};color:#ffffff;text-decoration:none">${label}</a></td></tr></table>`;

export const mailRows = (rows: [string, string][], language: string): Html => {
  const [end, padding] =
    directionOf(language) === 'rtl' ? ['left', '9px 16px 9px 0'] : ['right', '9px 0 9px 16px'];
  const cell = (text: string, ends = false) =>
    html`<td class="t ln" valign="top"${ends && html` align="${end}" dir="auto"`} style="padding:${ends ? padding : '9px 0'};border-top:1px solid #c6ced8;font:400 16px/22px ${new Html(SANS)};color:#161f36;overflow-wrap:${ends ? 'anywhere' : 'break-word'}">${text}</td>`;
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">${rows.map(([name, value]) => html`<tr>${cell(name)}${cell(value, true)}</tr>`)}</table>`;
};

/** The last line of each mail. */
export function mailHelp({ SUPPORT_EMAIL: address, publicUrl }: Pick<Config, 'SUPPORT_EMAIL' | 'publicUrl'>) {
  const help = address ?? `${publicUrl}/support`;
  const link = html`<a href="${address ? `mailto:${help}` : help}" ${mailText.link}><bdi dir="ltr">${help.replace(/^https?:\/\//, '')}</bdi></a>`;
  return { help, helpLine: html`<p ${mailText.small}>${link}</p>` };
}

const MAIL_HEAD = html`<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>@media (max-width:639px){.sd{padding:14px 0 20px!important}.p,.px{padding-left:22px!important;padding-right:22px!important}.bw{width:100%!important}}
@media (prefers-color-scheme:dark){.o{background:#13151a!important}.p{background:#212329!important}.t{color:#f2ede1!important}.d{color:#b5b7ba!important}.l{color:#9fbaf8!important}.ln{border-color:#4a4e58!important}.b{background:#9fbaf8!important}.ba{color:#0d1733!important}}</style>
`;
/** So that no text of the mail follows the preheader in a list. */
const FILLER = new Html('&#847;&zwnj;&nbsp;'.repeat(40));

export const mailDocument = ({ language, title, preheader, body, foot, productName }: Mail): string =>
  whole({
    language,
    title,
    head: MAIL_HEAD,
    body: html`<body class="o" style="margin:0;background:#e3e8ed">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}${FILLER}</div>
<table role="presentation" class="o" ${languageOn(language)} width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#e3e8ed" style="background:#e3e8ed"><tr><td align="center" class="sd" style="padding:28px 20px 32px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;text-align:start"><tr><td class="p" bgcolor="#fcfdfe" style="background:#fcfdfe;padding:26px 36px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin-bottom:22px"><tr><td class="t" style="font:600 19px/24px ${new Html(SERIF)};color:#161f36">${productName}</td><td width="30"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="#c8351b" style="${new Html(MARK)}" aria-hidden="true">@</td></tr></table></td></tr></table>
${body}
</td></tr><tr><td class="px" style="padding:18px 36px 0">${foot}</td></tr></table>
</td></tr></table>`,
  });

/** Of a mail it stands on its table as well: Gmail and others show the body without what is around it. */
const languageOn = (language: string) =>
  html`lang="${language}"${directionOf(language) === 'rtl' && html` dir="rtl"`}`;

/** The body is given from its opening tag to its last element. */
const whole = ({ language, title, head, body }: Pick<Mail, 'language' | 'title' | 'body'> & { head: Html }) =>
  html`<!doctype html>
<html ${languageOn(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}</head>
${body}
</body>
</html>
`.markup;

export interface PageOwner {
  productName: string;
  words: Words;
}

export function footer({ productName, words }: PageOwner): Html {
  const product = html`<a href="/">${productName}</a>`;
  return html`<footer class="foot"><p>${worded(words, msg('Written by hand, sent with {product}.'), { product })}</p></footer>`;
}

export function notePage(owner: PageOwner, title: string, sentences: Html): string {
  const body = html`<main class="note panel"><h1>${title}</h1>${sentences}</main>${footer(owner)}`;
  return document({ language: owner.words.language, title, look: 'plain', body });
}

/** The form turns something off by a POST to `path`, and on again by one to `/undo` below it. */
export function switchPage(
  owner: PageOwner,
  path: string,
  {
    on,
    title,
    text,
    button,
    more,
  }: { on: boolean; title: string; text: Html | string; button: string; more?: Html },
): string {
  const sentences = html`<p${!on && html` role="status"`}>${text}</p>
<form method="post" action="${path}${!on && '/undo'}"><button type="submit">${button}</button></form>${more}`;
  return notePage(owner, title, sentences);
}
