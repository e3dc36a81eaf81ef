import { QUOTE_MARK, REST_MARK } from './reply-marks.ts';
import { FROM_FIELD, ORIGINAL_MESSAGE, OTHER_FIELD, WROTE } from './reply-phrases.ts';

/** '----- Original Message -----': text between dashes, on a line of its own. */
const SEPARATOR = /^\s*\*?[-‐‑–—_=]{2,}\s*(\p{L}[\p{L}\p{M}'’ .:-]{2,60}?)\s*[-‐‑–—_=]{2,}\*?\s*$/u;
/** 'Maren Oakes ---05/04/2026 10:12:33 AM---Dear Ilse' (HCL Notes). */
const NOTES_SEPARATOR = /^.{2,80}?-{2,3}\s?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}.{0,20}-{2,3}/;
/** An attribution with the quotation on the same line. */
const RUN_ON = /^.{8,250}?[:：]\s+\S/;
/** A date with its year, as programs write it. */
const DATE_WITH_YEAR = /\b(19|20)\d\d\b|(19|20)\d\d[年년]|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}/;
/** A rule drawn across the page. */
const RULE = /^\s*[_\-=*~—–]{3,}\s*$/;
/** A quoted line; marks for the direction of text may come before the '>'. */
const QUOTED = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069]*>/;
/** 'Anything: value', as header fields in any language look. */
const LABELLED = /^[>\s]{0,4}\*{0,2}\p{L}[^:：\d<>@]{0,24}?\*{0,2}\s?[:：]\s*\S/u;

const DATE = /\d{1,2}[./:\-\s年월]|\b(19|20)\d\d\b/;
/** a date with its month or year, which the second line of a wrapped one seldom has */
const WHOLE_DATE = /\d{1,2}[./\-年월]\s?\d|\b(19|20)\d\d\b/;
const TIME = /\d{1,2}[:.h]\d{2}/;
const ADDRESS = /<\s?[^<>\s][^<>\s@]*@[^<>\s]+\s?>|\[mailto:|\([^()\s][^()\s@]*@[^()\s]+\)/;
const ATTRIBUTION_MAX_CHARACTERS = 300;
const ATTRIBUTION_MAX_LINES = 4;
const HEADER_MAX_LINES = 10;
/** letters and digits of a passage that identify it */
const REPEATED_CHARACTERS = 60;
const AUTHOR_MAX_RUNS = 10;

/**
 * The new lines: quotations, the lines that introduce them, and everything from a forwarded header block on are
 * removed. Text below a quotation stays, since many people answer there; so do lines above it that they quote or
 * indent themselves, such as a poem.
 * @param whole all of the message, with what is quoted in it
 */
export function withoutQuotations(text: string, whole = text): string {
  const { lines, runs } = markQuotedLines(beforeRest(text).split('\n'));
  const quotation = firstQuotation(lines, runs, text);
  const byAuthor = runsByAuthor(runs, quotation, whole);
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === QUOTE_MARK) {
      kept.push(...(byAuthor.get(at) ?? ['']));
      continue;
    }
    if (isSeparator(lines, at) || isHeaderBlock(lines, at)) return tidy(withoutRule(kept));
    const attribution = findAttribution(lines, at);
    if (attribution === null) {
      kept.push(line);
      continue;
    }
    if (attribution.unmarked) return tidy(withoutRule(kept));
    at += attribution.length - 1;
  }
  return tidy(kept);
}

function beforeRest(text: string): string {
  const rest = text.indexOf(REST_MARK);
  return rest < 0 ? text : text.slice(0, rest);
}

/**
 * Replaces every run of '>' lines by one mark, as quotations of an HTML part already are.
 * @returns the lines, and those of each run by the place of its mark; an HTML quotation's are not known
 */
function markQuotedLines(lines: string[]): { lines: string[]; runs: Map<number, string[]> } {
  const marked: string[] = [];
  const runs = new Map<number, string[]>();
  for (const line of lines) {
    const element = line.trim() === QUOTE_MARK;
    if (!element && !QUOTED.test(line)) {
      marked.push(line.replaceAll(QUOTE_MARK, ''));
      continue;
    }
    if (marked.at(-1) !== QUOTE_MARK) {
      marked.push(QUOTE_MARK);
      if (!element) runs.set(marked.length - 1, []);
    }
    const at = marked.length - 1;
    if (element || line.includes(QUOTE_MARK)) runs.delete(at);
    else runs.get(at)?.push(line);
  }
  return { lines: marked, runs };
}

/** Index of the line where a program began to quote: what introduces a quotation, or a quoting element; 0 when none. */
function firstQuotation(lines: string[], runs: Map<number, string[]>, text: string): number {
  const at = lines.findIndex(
    (line, at) =>
      (line === QUOTE_MARK && !runs.has(at)) ||
      (line !== QUOTE_MARK &&
        (isSeparator(lines, at) || isHeaderBlock(lines, at) || findAttribution(lines, at) !== null)),
  );
  if (at >= 0) return at;
  return beforeRest(text).length < text.length ? lines.length : 0;
}

/**
 * Quoted lines above what a program quoted, unless their text occurs in the message once more: then they are the
 * letter's, and are answered here.
 */
function runsByAuthor(runs: Map<number, string[]>, quotation: number, whole: string): Map<number, string[]> {
  const above = [...runs].filter(([at]) => at < quotation).slice(0, AUTHOR_MAX_RUNS);
  if (above.length === 0) return new Map();
  const all = bareWords(whole);
  return new Map(
    above.filter(([, run]) => {
      const words = bareWords(run.join(' ')).slice(0, REPEATED_CHARACTERS);
      return words !== '' && all.indexOf(words, all.indexOf(words) + 1) < 0;
    }),
  );
}

const bareWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

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
  if (NOTES_SEPARATOR.test(line)) return true;
  const words = SEPARATOR.exec(line)?.[1];
  if (!words) return false;
  if (ORIGINAL_MESSAGE.test(words)) return true;
  const next = nextFilled(lines, at + 1) ?? '';
  return FROM_FIELD.test(next) || OTHER_FIELD.test(next);
}

/**
 * The 'On … wrote:' that begins at a line, if one does. Mail programs wrap it, so it may take a few lines. It ends
 * in a colon (or in dashes) and has a date with 'wrote' or with an address. Right above a marked quotation a date with
 * its time is enough, in any language. Above text that is not marked as quoted it must also have a time of day or an
 * address, as programs write and people seldom do.
 * @returns its length in lines, and whether unmarked quoted text follows
 */
function findAttribution(lines: string[], at: number): { length: number; unmarked: boolean } | null {
  let joined = '';
  for (let length = 1; length <= ATTRIBUTION_MAX_LINES; length++) {
    const line = (lines[at + length - 1] ?? '').trim();
    if (!line || line === QUOTE_MARK) return null;
    joined = joined ? `${joined} ${line}` : line;
    if (joined.length > ATTRIBUTION_MAX_CHARACTERS) return null;
    if (length === 1 && runsOn(line)) return { length, unmarked: true };
    const quoteFollows = nextFilled(lines, at + length) === QUOTE_MARK;
    if (!endsLikeAttribution(joined, quoteFollows)) continue;
    if (!hasAuthorAndDate(joined, quoteFollows)) return null;
    if (length > 1 && !isWholeAttribution(lines, at, length)) return null;
    if (quoteFollows) return { length, unmarked: false };
    const follows = nextFilled(lines, at + length) !== undefined;
    const byProgram = ADDRESS.test(joined) || (TIME.test(joined) && DATE_WITH_YEAR.test(joined));
    return byProgram ? { length, unmarked: follows } : null;
  }
  return null;
}

/** 'On … <address> wrote: Dear Ilse': a mail program removed the line breaks. */
function runsOn(line: string): boolean {
  if (!RUN_ON.test(line)) return false;
  const address = ADDRESS.exec(line);
  if (!address) return false;
  const colon = line.slice(address.index).search(/[:：]\s/) + address.index;
  const attribution = line.slice(0, colon);
  return WROTE.test(attribution) && TIME.test(attribution) && DATE.test(attribution);
}

/** Ends in a colon or in dashes; some programs write neither, only the quotation below. */
function endsLikeAttribution(line: string, quoteFollows: boolean): boolean {
  if (/[:：]\s*-*$/.test(line)) return true;
  if (/^--.*--$/.test(line)) return WROTE.test(line);
  return quoteFollows && ADDRESS.test(line) && DATE_WITH_YEAR.test(line);
}

function hasAuthorAndDate(line: string, quoteFollows: boolean): boolean {
  const who = WROTE.test(line) || ADDRESS.test(line);
  if (who && (DATE.test(line) || ADDRESS.test(line))) return true;
  return quoteFollows && WHOLE_DATE.test(line) && TIME.test(line);
}

/** False when the first line has no date, or a later line begins an attribution: then it is part of the reply. */
function isWholeAttribution(lines: string[], at: number, length: number): boolean {
  const first = lines[at] ?? '';
  if (!DATE.test(first) && !/[<(@]/.test(first)) return false;
  for (let later = at + 1; later < at + length; later++) {
    if (WHOLE_DATE.test(lines[later] ?? '') && findAttribution(lines, later)) return false;
  }
  return true;
}

function nextFilled(lines: string[], from: number): string | undefined {
  for (let at = from; at < lines.length; at++) {
    if (lines[at]?.trim()) return lines[at];
  }
  return undefined;
}

/** At most one consecutive empty line, none at the ends. */
function tidy(lines: string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
}
