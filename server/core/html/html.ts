import type { Marked, Words } from '../../../shared/words.ts';

/** Markup that may go into a page as it is. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | Html | Html[] | null | undefined | false;

/** Every value is escaped, unless it is such a piece itself. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const parts = strings.map((fixed, at) => fixed + markupOf(values[at]));
  return new Html(parts.join(''));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export const linesOf = (text: string): Html[] =>
  text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map((each) => each.markup).join('');
  return escapeHtml(String(value));
}

/** A sentence with pieces of a page in its braces: `worded(words, msg('Answer {sender}'), { sender: html`<b>…</b>` })`. */
export function worded({ pieces }: Words, text: string & Marked, values: Record<string, Html | string>) {
  const read = (name: string) => markupOf(values[name]).replace(/^(?:<[^>]*>)+/, '');
  return html`${pieces(text, read).map((piece, place) => html`${place % 2 === 0 ? piece : values[piece]}`)}`;
}
