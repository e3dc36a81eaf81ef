import { ADDRESS, attributionHead, findAttribution, TIME, WHOLE_DATE } from './attribution.ts';
import { type QuotationSources, runsByAuthor } from './author-quotes.ts';
import { GROUPWISE_SEPARATOR, withMarkedQuotes } from './quoted-lines.ts';
import { QUOTE_MARK, REST_MARK } from './reply-marks.ts';
import { FROM_FIELD, ORIGINAL_MESSAGE, OTHER_FIELD, WROTE } from './reply-phrases.ts';

/** '----- Original Message -----': text between dashes, on a line of its own. */
const SEPARATOR = /^\s*\*?[-‐‑–—_=]{2,}\s*(\p{L}[\p{L}\p{M}'’ .:/-]{2,60}?)\s*[-‐‑–—_=]{2,}\*?\s*$/u;
/** 'Maren Oakes ---05/04/2026 10:12:33 AM---Dear Ilse' (HCL Notes). */
const NOTES_SEPARATOR = /^.{2,80}?-{2,3}\s?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}.{0,20}-{2,3}/;
/** '----- Forwarded by Pete Hall/Bank on 11/15/2026 10:00 AM -----' (HCL Notes) */
const NOTES_FORWARDED = /^-{3,} ?Forwarded by .{1,80} on .{1,40}-{3,}\s*$/i;
/** '---- Maren Oakes wrote ----' (apps of telephone companies), '-----Maren Oakes/Bank wrote: -----' (HCL iNotes) */
const NAME_WROTE_BETWEEN_DASHES = new RegExp(
  `^-{4,5} ?\\p{Lu}[^-]{1,60} (?:${WROTE.source}):? -{4,5}$`,
  'iu',
);
/** A rule drawn across the page. */
const RULE = /^\s*[_\-=*~—–]{3,}\s*$/;
/** 'Anything: value', as header fields in any language look. */
const LABELLED = /^[>\s]{0,4}\*{0,2}\p{L}[^:：\d<>@]{0,24}?\*{0,2}\s?[:：]\s*\S/u;

/** Its space at the end tells it from a rule that a person drew. */
const SIGNATURE_DELIMITER = '-- ';
const HEADER_MAX_LINES = 10;
/** The name that our mail shows as its author's, as its mail program repeats it. */
const NAME_VIA_WROTE = new RegExp(`^\\P{Ll}.{1,80} via .{1,60} (?:${WROTE.source})\\s?[:：]\\s*$`, 'iu');
/** A rule this long is a program's. */
const LONG_RULE = /^\s*[_\-=]{20,}\s*$/;

/**
 * The new lines: quotations, the lines that introduce them, and everything from a forwarded header block on are
 * removed. Text below a quotation stays, since many people answer there; so do lines that they quote or indent
 * themselves, such as a poem.
 */
export function withoutQuotations(
  text: string,
  { whole = text, mailed = '' }: Partial<QuotationSources> = {},
): string {
  const { lines, runs } = withMarkedQuotes(beforeRest(text).split('\n'), mailed);
  const quotation = firstQuotation(lines, runs, text);
  const byAuthor = runsByAuthor(lines, runs, quotation, { whole, mailed });
  const kept: string[] = [];
  let introduced = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === QUOTE_MARK) {
      const own = introduced ? undefined : byAuthor.get(at);
      if (!own) dropIntroduction(kept);
      kept.push(...(own ?? ['']));
      introduced = false;
      continue;
    }
    if (isSeparator(lines, at) || isHeaderBlock(lines, at)) return tidy(withoutRule(kept));
    const attribution = findAttribution(lines, at);
    if (attribution === null) {
      kept.push(line);
      introduced &&= line.trim() === '';
      continue;
    }
    kept.length -= attributionHead(kept, lines.slice(at, at + attribution.length).join(' '));
    if (attribution.unmarked) return tidy(withoutRule(kept));
    at += attribution.length - 1;
    introduced = true;
  }
  return tidy(kept);
}

/** A program's rule right above a quotation, or its line 'Maren Oakes via Slow Letters wrote:', which has no date. */
function dropIntroduction(kept: string[]): void {
  while (kept.length > 0 && kept.at(-1)?.trim() === '') kept.pop();
  const last = kept.at(-1) ?? '';
  if (LONG_RULE.test(last) || NAME_VIA_WROTE.test(last)) kept.pop();
  kept.push('');
}

function beforeRest(text: string): string {
  const rest = text.indexOf(REST_MARK);
  return rest < 0 ? text : text.slice(0, rest);
}

/** Index of the line where a program began to quote: what introduces a quotation, or a quoting element; -1 when none. */
function firstQuotation(lines: string[], runs: Map<number, string[]>, text: string): number {
  const at = lines.findIndex((line, at) => {
    if (line !== QUOTE_MARK) return introduces(lines, at);
    const run = runs.get(at);
    return run === undefined || introducesItself(run);
  });
  if (at >= 0) return at;
  return beforeRest(text).length < text.length ? lines.length : -1;
}

const introduces = (lines: string[], at: number): boolean =>
  isSeparator(lines, at) || isHeaderBlock(lines, at) || findAttribution(lines, at) !== null;

/** Lines of a run in which its introduction stands, as some programs mark it too. */
const INTRODUCTION_LINES = 6;
const INTRODUCTION_MAX_LINES = 12;

function introducesItself(run: string[]): boolean {
  const lines = run
    .slice(0, INTRODUCTION_MAX_LINES)
    .map((line) => line.replace(/^[^\p{L}\p{N}<>]{0,8}>[^\S\n]?/u, ''));
  return lines
    .slice(0, INTRODUCTION_LINES)
    .some(
      (line, at) =>
        introduces(lines, at) ||
        GROUPWISE_SEPARATOR.test(run[at] ?? '') ||
        (FROM_FIELD.test(line) && ADDRESS.test(line)),
    );
}

/** Removes the rule above what was cut, and 'Original message' without dashes around it. */
function withoutRule(kept: string[]): string[] {
  const lines = [...kept];
  for (let last = lines.at(-1)?.trim(); last !== undefined; last = lines.at(-1)?.trim()) {
    if (last !== '' && !RULE.test(last) && !(last.length < 40 && ORIGINAL_MESSAGE.test(last))) break;
    lines.pop();
  }
  return lines;
}

/**
 * The fields of a quoted message, one a line: From and two more that are known by name; or, in any language, three in
 * a row of which one has an address and one a date with its time.
 */
function isHeaderBlock(lines: string[], at: number): boolean {
  const first = lines[at] ?? '';
  if (!LABELLED.test(first) && !FROM_FIELD.test(first)) return false;
  const block = fieldsFrom(lines, at);
  if (FROM_FIELD.test(first) && block.filter((line) => OTHER_FIELD.test(line)).length >= 2) return true;
  const known = block.filter((line) => FROM_FIELD.test(line) || OTHER_FIELD.test(line)).length;
  if (known >= 3 && block.some((line) => FROM_FIELD.test(line))) return true;
  return (
    block.length >= 3 &&
    block.some((line) => ADDRESS.test(line)) &&
    block.some((line) => WHOLE_DATE.test(line) && TIME.test(line))
  );
}

/** Consecutive lines that look like fields; one continuation line or empty line does not end them. */
function fieldsFrom(lines: string[], at: number): string[] {
  const fields: string[] = [];
  let others = 0;
  for (const line of lines.slice(at, at + HEADER_MAX_LINES)) {
    if (LABELLED.test(line) || FROM_FIELD.test(line) || OTHER_FIELD.test(line)) {
      fields.push(line);
      others = 0;
    } else if (++others > 1) break;
  }
  return fields;
}

/** A phrase of a known language, or any text when a header field comes next. */
function isSeparator(lines: string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (NOTES_SEPARATOR.test(line) || NOTES_FORWARDED.test(line) || GROUPWISE_SEPARATOR.test(line)) return true;
  const words = SEPARATOR.exec(line)?.[1];
  if (!words) return false;
  if (ORIGINAL_MESSAGE.test(words)) return true;
  if (NAME_WROTE_BETWEEN_DASHES.test(line) && lines.length > at + 1) return true;
  const next = lines.slice(at + 1).find((line) => line.trim() !== '') ?? '';
  return FROM_FIELD.test(next) || OTHER_FIELD.test(next);
}

/** At most one consecutive empty line, none at the ends. */
function tidy(lines: string[]): string {
  return lines
    .map((line) => (line === SIGNATURE_DELIMITER ? line : line.trimEnd()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
}
