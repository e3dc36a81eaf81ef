import { QUOTE_MARK, REST_MARK } from './reply-marks.ts';
import { FROM_FIELD, ORIGINAL_MESSAGE, OTHER_FIELD, WROTE } from './reply-phrases.ts';

/** Our own line above what a mail of ours quotes; whatever follows it is not new. */
const REPLY_MARKER = '--- Please write your answer above this line ---';

/** '----- Original Message -----': words between dashes, on a line of their own. */
const SEPARATOR = /^\s*\*?[-‐‑–—_=]{2,}\s*(\p{L}[\p{L}\p{M}'’ .:-]{2,60}?)\s*[-‐‑–—_=]{2,}\*?\s*$/u;
/** 'Maren Oakes ---05/04/2026 10:12:33 AM---Dear Ilse' (HCL Notes). */
const NOTES_SEPARATOR = /^.{2,80}?-{2,3}\s?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}.{0,20}-{2,3}/;
/** An attribution with the quotation on the same line. */
const RUN_ON = /^.{8,250}?[:：]\s+\S/;
/** A date with its year, as programs write it. */
const DATE_WITH_YEAR = /\b(19|20)\d\d\b|(19|20)\d\d[年년]|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}/;
/** A rule drawn across the page. */
const RULE = /^\s*[_\-=*~—–]{3,}\s*$/;
/** A quoted line; marks that turn the direction of text may stand before its sign. */
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
/** letters and digits of a passage that are enough to know it again */
const REPEATED_CHARACTERS = 60;
const OWN_MAX_RUNS = 10;

/**
 * The lines that are new: quotations, the lines that introduce them, and everything from a forwarded header block
 * on are taken out. What stands below a quotation stays, since many people answer there; so does a poem that they
 * quote or indent themselves, above it.
 * @param whole all of the message, with what is quoted in it
 */
export function withoutQuotations(text: string, whole = text): string {
  const { lines, runs } = markQuotedLines(beforeRest(text).split('\n'));
  const quotation = firstQuotation(lines, runs, text);
  const own = ownRuns(runs, quotation, whole);
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === QUOTE_MARK) {
      kept.push(...(own.get(at) ?? ['']));
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
  const marker = text.indexOf(REPLY_MARKER);
  const ends = [rest, marker].filter((at) => at >= 0);
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text;
}

/**
 * Every run of '>' lines becomes one mark, as quotations of an HTML part are one already.
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

/** Where a program began to quote: what introduces a quotation, or an element known to be one. 0 when nowhere. */
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
 * Quoted lines above what a program quoted, unless their words stand in the message once more: then they are the
 * letter's, and are answered here.
 */
function ownRuns(runs: Map<number, string[]>, quotation: number, whole: string): Map<number, string[]> {
  const above = [...runs].filter(([at]) => at < quotation).slice(0, OWN_MAX_RUNS);
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

/** The rule above what was cut, and the words 'Original message' where no dashes stand around them. */
function withoutRule(kept: string[]): string[] {
  const lines = [...kept];
  for (let last = lines.at(-1)?.trim(); last !== undefined; last = lines.at(-1)?.trim()) {
    if (last !== '' && !RULE.test(last) && !(last.length < 40 && ORIGINAL_MESSAGE.test(last))) break;
    lines.pop();
  }
  return lines;
}

/**
 * The fields of a quoted message, one a line: From and two more that are known by name; or, in whatever language,
 * three in a row of which one holds an address and one a date with its time.
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

/** Lines in a row that look like fields; one that goes on over the next line, or an empty one, does not end them. */
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

/** The words of a known language, or any words when a header field comes next. */
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
 * in a colon (or in dashes) and holds a date with 'wrote' or with an address. Right above a marked quotation a date
 * with its time is enough, whatever the language. Above text that is not marked as quoted it must hold a time of
 * day or an address besides, as programs write and people seldom do.
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
    if (!endsLikeOne(joined, quoteFollows)) continue;
    if (!saysWhoAndWhen(joined, quoteFollows)) return null;
    if (length > 1 && !beginsHere(lines, at, length)) return null;
    if (quoteFollows) return { length, unmarked: false };
    const follows = nextFilled(lines, at + length) !== undefined;
    const byProgram = ADDRESS.test(joined) || (TIME.test(joined) && DATE_WITH_YEAR.test(joined));
    return byProgram ? { length, unmarked: follows } : null;
  }
  return null;
}

/** 'On … <address> wrote: Dear Ilse': where a mail program took the line breaks out. */
function runsOn(line: string): boolean {
  if (!RUN_ON.test(line)) return false;
  const address = ADDRESS.exec(line);
  if (!address) return false;
  const colon = line.slice(address.index).search(/[:：]\s/) + address.index;
  const attribution = line.slice(0, colon);
  return WROTE.test(attribution) && TIME.test(attribution) && DATE.test(attribution);
}

/** In a colon, or between dashes; some programs put nothing at the end, only the quotation below. */
function endsLikeOne(line: string, quoteFollows: boolean): boolean {
  if (/[:：]\s*-*$/.test(line)) return true;
  if (/^--.*--$/.test(line)) return WROTE.test(line);
  return quoteFollows && ADDRESS.test(line) && DATE_WITH_YEAR.test(line);
}

function saysWhoAndWhen(line: string, quoteFollows: boolean): boolean {
  const who = WROTE.test(line) || ADDRESS.test(line);
  if (who && (DATE.test(line) || ADDRESS.test(line))) return true;
  return quoteFollows && WHOLE_DATE.test(line) && TIME.test(line);
}

/** Not when the first line has no date of its own, or a later one begins an attribution: then it is the answer's. */
function beginsHere(lines: string[], at: number, length: number): boolean {
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

/** At most one empty line in a row, none at the ends. */
function tidy(lines: string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
}
