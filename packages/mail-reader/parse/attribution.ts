import { isDateWord } from './date-words.ts';
import { QUOTE_MARK } from './reply-marks.ts';
import { PERSON_WORDS, USER_WORDS, WROTE } from './reply-phrases.ts';

/** An attribution with the quotation on the same line. */
const RUN_ON = /^.{8,250}?[:：]\s+\S/;
/** A date with its year, as programs write it. */
const DATE_WITH_YEAR = /\b(19|20)\d\d\b|(19|20)\d\d[年년]|\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}/;
const DATE = /\d{1,2}[./:\-\s年月]|\b(19|20)\d\d\b/;
/** A date with its month or year; the second line of a wrapped attribution seldom has one. */
export const WHOLE_DATE = /\d{1,2}[./\-年월]\s?\d|\b(19|20)\d\d\b/;
export const TIME = /\d{1,2}[:.h]\d{2}/;
export const ADDRESS = /<\s?[^<>\s][^<>\s@]*@[^<>\s]+\s?>|\[mailto:|\([^()\s][^()\s@]*@[^()\s]+\)/;
/** 'bob@example.org wrote:', '-----bob@example.org wrote: -----' (HCL iNotes) */
const ADDRESS_WROTE = new RegExp(
  `^(?:-{3,6} ?)?[^\\s@]{1,64}@[^\\s@]{1,255} (?:${WROTE.source})\\s?[:：](?: -{3,6})?$`,
  'iu',
);
/** 'wrote' as the last word, without the colon. */
const WROTE_AT_END = new RegExp(`(?:${WROTE.source})\\s*$`, 'iu');
/** A person tells when they wrote something themselves. */
const FIRST_PERSON = /(?<!\p{L})(?:I|we|ich|wir|nous|yo|ik|jag|jeg)(?!\p{L})/iu;
/** A year before mail programs: 'grandmother wrote in 1944' */
const LONG_AGO = /(?<![\p{L}\p{N}.:/-])1(?:[0-8]\d\d|9[0-8]\d)(?![\p{N}/@-]|:\d)/u;
/** '2017-04-28 11:53 GMT+02:00 Maren Oakes' */
const DATE_ZONE_NAME =
  /^(?:\p{L}{2,12}\.?, ?)?(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}\.? \p{L}{3,12}\.? \d{4}|\d{1,2}[./]\d{1,2}[./]\d{4}),? \d{1,2}:\d{2}(?::\d{2})?(?: [AaPp][Mm])? \(?(?:GMT|UTC|[A-Z]{3,4}|[+-]\d{2}:?\d{2})(?:[+-]\d{1,2}:?\d{0,2})?\)?(?:(?: (?:\p{Lu}[\p{L}.'’-]{0,30}|via|von|van|de|da|di)){1,6}| [\p{Ll}\d._-]{2,40})$/u;
const ATTRIBUTION_MAX_CHARACTERS = 300;
const ATTRIBUTION_MAX_LINES = 4;

/**
 * The attribution ('On … wrote:') that begins at a line; programs wrap it. It has a date with 'wrote' or with an
 * address. Directly above a marked quotation a date with its time is enough; above unmarked text it also needs a time of
 * day or an address.
 * @returns its length in lines, and whether unmarked quoted text follows
 */
export function findAttribution(lines: string[], at: number): { length: number; unmarked: boolean } | null {
  let joined = '';
  for (let length = 1; length <= ATTRIBUTION_MAX_LINES; length++) {
    const line = withAsciiDigits(lines[at + length - 1] ?? '').trim();
    if (!line || line === QUOTE_MARK || line.startsWith('|')) return null;
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

/** Arabic and Persian digits as ASCII ones. */
const withAsciiDigits = (line: string): string =>
  line.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** 'On … <address> wrote: Dear Ilse': a mail program removed the line breaks. */
function runsOn(line: string): boolean {
  if (!RUN_ON.test(line)) return false;
  const address = ADDRESS.exec(line);
  if (!address) return false;
  const colon = line.slice(address.index).search(/[:：]\s/) + address.index;
  const attribution = line.slice(0, colon);
  return WROTE.test(attribution) && TIME.test(attribution) && DATE.test(attribution);
}

/** True for a colon or dashes at the end; some programs write neither directly above the quotation. */
function endsLikeAttribution(line: string, quoteFollows: boolean): boolean {
  if (/[:：]\s*-*$/.test(line)) return true;
  if (/^--.*--$/.test(line)) return WROTE.test(line);
  if (quoteFollows && DATE_ZONE_NAME.test(line)) return true;
  const byProgram = ADDRESS.test(line) && DATE_WITH_YEAR.test(line);
  if (byProgram && TIME.test(line) && WROTE_AT_END.test(line)) return true;
  // 'Am 28.4.2017 um 11:53 schrieb Maren folgendes'
  const told = WROTE.test(line) && WHOLE_DATE.test(line) && TIME.test(line);
  return quoteFollows && (byProgram || (told && BEGINS.test(line)));
}

function hasAuthorAndDate(line: string, quoteFollows: boolean): boolean {
  const addressed = ADDRESS.test(line) || (quoteFollows && ADDRESS_WROTE.test(line));
  if (!addressed && FIRST_PERSON.test(line)) return false;
  if (!addressed && LONG_AGO.test(line) && !/\b20\d\d\b/.test(line)) return false;
  const wrote = WROTE.exec(line);
  if (wrote && !addressed && !isBesideName(line, wrote, quoteFollows)) return false;
  // A program writes a time or the year.
  if (wrote && !addressed && !TIME.test(line) && !DATE_WITH_YEAR.test(line)) return false;
  const who = wrote !== null || addressed;
  if (who && (DATE.test(line) || addressed)) return true;
  return quoteFollows && WHOLE_DATE.test(line) && TIME.test(line);
}

/** Words that programs write between the author's name and 'wrote'. */
const FILLERS =
  /(?<!\p{L})(?:het volgende|følgende|følgjande|folgendes|folgende nachricht|şunu|şunları|ezt|ha|has|have|a|hat|heeft|har|va|님이|님께서|님의)$/iu;

/** 'you wrote': The Bat and Eudora address the author whom they quote. */
const READER = /^(?:you|vous|вы|du|usted|você|u|je)$/iu;
const SMALL_NAME_MAX_WORDS = 2;
/** German capitalises 'Mutter' like a name, so the word before it decides. */
const GERMAN_POSSESSIVE = /^(?:mein|dein|sein|unser|euer|ihr)e?r?$/i;

/** True beside an author's name, as programs write it; false in a person's sentence: 'my mother wrote', 'it'. */
function isBesideName(line: string, wrote: RegExpExecArray, quoteFollows: boolean): boolean {
  const before = line.slice(0, wrote.index).trimEnd().replace(FILLERS, '').trimEnd();
  const after = line.slice(wrote.index + wrote[0].length).trimStart();
  const last = before.split(/\s/).at(-1) ?? '';
  const [next = '', behind = ''] = after.split(/\s/, 2).map((word) => word.replace(/[:：,]/, ''));
  const isSmall = (word: string) => /^\p{Ll}/u.test(word) && !word.includes('@') && !READER.test(word);
  if (PERSON_WORDS.has(next) && !/\d/.test(behind) && !isDateWord(behind)) return false;
  const words = wordsBehindDate(before);
  if (PERSON_WORDS.has(words[0] ?? '') || words.some((word) => GERMAN_POSSESSIVE.test(word))) return false;
  if (TIME.test(before) && TIME.test(after)) return false;
  // 'um 16:19 schrieb bob'
  if (words.length === 0 && isSmall(next)) return quoteFollows && isSmallName(wordsIn(after));
  if (!isSmall(last) || (next !== '' && !isSmall(next))) return true;
  return quoteFollows && hasWholeDate(line) && isSmallName(words);
}

/** The words between the date, if it comes first, and 'wrote'; without those that may precede a name, such as 'user'. */
function wordsBehindDate(before: string): string[] {
  const parts = before.split(/\s/);
  const behind = parts.slice(parts.findLastIndex((part) => /\d/.test(part)) + 1).join(' ');
  return wordsIn(behind).filter((word) => !USER_WORDS.has(word.toLowerCase()));
}

const hasWholeDate = (line: string): boolean =>
  DATE_WITH_YEAR.test(line) && (TIME.test(line) || wordsIn(line).filter(isDateWord).length >= 2);

/** A name in small letters, as its owner set it up: 'bob', 'van dam'. */
const isSmallName = (words: string[]): boolean =>
  words.length <= SMALL_NAME_MAX_WORDS && !words.some((word) => PERSON_WORDS.has(word.toLowerCase()));

/** False when the first line has neither date nor address, or a later line begins an attribution: the first is then part of the reply. */
function isWholeAttribution(lines: string[], at: number, length: number): boolean {
  const first = withAsciiDigits(lines[at] ?? '');
  if (ADDRESS.test(first)) return true;
  if (!DATE.test(first) && !/[<(@]/.test(first)) return false;
  for (let later = at + 1; later < at + length; later++) {
    if (WHOLE_DATE.test(lines[later] ?? '') && findAttribution(lines, later)) return false;
  }
  return true;
}

/** Most words of an author's name. */
const NAME_MAX_WORDS = 7;
const HEAD_LINE_MAX_CHARACTERS = 120;

/**
 * How many lines above a found attribution belong to it, because a gateway wrapped it once more: parts of a date,
 * ending in an author's address or name.
 * @param above the lines before what was found
 * @param found the end of the attribution, on one line
 */
export function attributionHead(above: readonly string[], found: string): number {
  let known = found;
  let taken = 0;
  while (taken < ATTRIBUTION_MAX_LINES) {
    const line = above[above.length - 1 - taken]?.trim() ?? '';
    if (line === '' || line === QUOTE_MARK || line.length > HEAD_LINE_MAX_CHARACTERS) break;
    const datePart = isDatePart(line) && !BEGINS.test(known);
    if (!datePart && !(beginsInTheMiddle(known) && endsBeforeMiddle(line, known))) break;
    known = `${line} ${known}`;
    taken++;
  }
  return taken;
}

const wordsIn = (line: string): string[] => line.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];

/** 'On Fri, Apr 28,': only words and numbers of dates, one of them a weekday or month. */
function isDatePart(line: string): boolean {
  const words = wordsIn(line);
  return (
    words.length > 0 &&
    words.length <= 8 &&
    words.every((word) => /^\d/.test(word) || isDateWord(word) || OPENERS.has(word.toLowerCase())) &&
    words.some(isDateWord)
  );
}

/** Words before a date, and between its parts. */
const OPENERS = new Set(
  'on at am um le à el il giorno op om den kl em de pada на в w dniu dnia dne v ve la las los del az a il o'.split(
    ' ',
  ),
);

/** How an attribution begins, such as 'On Fri, Apr 28': nothing is missing before it. */
const BEGINS = /^(?:on|am|le|el|il|em|op|den|på|na|на|dne|dnia|w)\s/iu;

/** True for what no attribution begins with: a month, a year alone, a time, an address, or 'wrote'. */
function beginsInTheMiddle(found: string): boolean {
  const [first = ''] = wordsIn(found);
  if (/^[<([]/.test(found) || /^\d{4}$/.test(first)) return true;
  if (/^\d{1,2}[:.]\d{2}/.test(found)) return true;
  const early = found.slice(0, 24);
  const wrote = WROTE.exec(early);
  if (wrote && wrote.index <= 2) return true;
  return isDateWord(first) && !/^\p{L}+\.?,? \d{1,2}\b/u.test(found);
}

function endsBeforeMiddle(line: string, found: string): boolean {
  if (ADDRESS.test(line)) return true;
  const isName = wordsIn(line).length <= NAME_MAX_WORDS && !/[.!?…:;]$/.test(line);
  return isName && (/^[<([]/.test(found) || (DATE.test(line) && WHOLE_DATE.test(`${line} ${found}`)));
}

function nextFilled(lines: string[], from: number): string | undefined {
  for (let at = from; at < lines.length; at++) {
    if (lines[at]?.trim()) return lines[at];
  }
  return undefined;
}
