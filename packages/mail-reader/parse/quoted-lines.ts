import { ADDRESS, findAttribution } from './attribution.ts';
import { bareWords, QUOTE_MARK } from './reply-marks.ts';
import { WROTE } from './reply-phrases.ts';

/** A quoted line; marks for the direction of text may come before the '>'. */
const QUOTED = /^[\u200e\u200f\u202a-\u202e\u2066-\u2069]*>(?!.*<<\s*$)/;
/** A line quoted with its author's initials or name: 'AM> ', ' Anna> ' */
const NAMED = /^\s{0,6}\p{Lu}\p{L}{0,19}>{1,3}(?: |$)/u;
/** '>>> Maren Oakes <m@example.org> 05/04/2026 10:12 AM >>>' (GroupWise), above a letter that it may leave unmarked */
export const GROUPWISE_SEPARATOR =
  /^>>> .{2,150}\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d{2}(?: ?[AP]M)? >>>\s*$/i;
/** A line quoted as Gmail did for a while; also a row of a table that a person drew. */
const BARRED = /^\s?\|(?:\s|$)/;
/** A line that ends within an address: 'Maren <letters@example.org' */
const OPEN_ADDRESS = /<(?:mailto:)?[^<>\s]{0,300}$/;
/** The next line, with the rest of the address: '> wrote:' */
const ADDRESS_END = /^\s{0,3}(?:mailto:)?[^<>\s]{0,300}>{1,2}/;
/** Most lines of an attribution and of the blank ones below it. */
const ATTRIBUTION_MAX_LINES = 6;
/** '⏎⏎<⏎mailto:Some One <some.one@example.org>⏎> wrote:' */
const SHATTERED_ADDRESS =
  /\n{1,2}<\nmailto:[^\n<>]{0,80}(<[^\s<>@]{1,64}@[^\s<>@]{1,255}>)\n>(?=[^\n]{1,40}[:：]\n)/g;
/** Most lines that are compared with what was mailed; fewest letters and digits that identify a line, and most that are searched for. */
const COMPARED_LINES = 1_000;
const KNOWN_LEAST_CHARACTERS = 12;
const KNOWN_CHARACTERS = 60;
/** Most characters of a line that a mail program wrapped, without its '>'. */
const WRITTEN_WIDTH = 82;
const TAILS_LEAST = 2;
/** Fewest full lines plus words of tails after their first: 'yes' and 'no' below two lines are answers. */
const SIGNS_LEAST = 3;

/**
 * Replaces every run of '>' lines by one mark, as quotations of an HTML part already are.
 * @param mailed everything that was mailed in the conversation; may be empty
 * @returns the lines, and those of each run by the index of its mark; those of HTML quotations are not known
 */
export function withMarkedQuotes(
  given: string[],
  mailed: string,
): { lines: string[]; runs: Map<number, string[]> } {
  const lines = withWholeAddresses(given.join('\n').replace(SHATTERED_ADDRESS, ' $1').split('\n'));
  const tails = strayTails(lines, mailed);
  const marked: string[] = [];
  const runs = new Map<number, string[]>();
  let bars = false;
  for (const [at, line] of lines.entries()) {
    const element = line.trim() === QUOTE_MARK;
    bars = BARRED.test(line) && (bars || followsAttribution(lines, at));
    const quoted = (QUOTED.test(line) && !isAboveUnmarked(lines, at)) || NAMED.test(line);
    if (!element && !bars && !quoted && !tails.has(at)) {
      marked.push(line.replaceAll(QUOTE_MARK, ''));
      continue;
    }
    if (marked.at(-1) !== QUOTE_MARK) {
      marked.push(QUOTE_MARK);
      if (!element) runs.set(marked.length - 1, []);
    }
    const place = marked.length - 1;
    if (element || line.includes(QUOTE_MARK)) runs.delete(place);
    else runs.get(place)?.push(line);
  }
  return { lines: marked, runs };
}

/** A separator of GroupWise with unmarked text below it. */
function isAboveUnmarked(lines: string[], at: number): boolean {
  if (!GROUPWISE_SEPARATOR.test(lines[at] ?? '')) return false;
  const below = lines.slice(at + 1, at + 4).find((line) => line.trim() !== '') ?? '>';
  return !QUOTED.test(below) && below.trim() !== QUOTE_MARK;
}

/** Joins lines that were broken within an address, the second of which may look quoted: '<letters@example.org⏎> wrote:'. */
function withWholeAddresses(lines: string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const continues = last !== undefined && OPEN_ADDRESS.test(last) && ADDRESS_END.test(line);
    const whole = continues ? `${last}${line.trimStart()}` : '';
    const attribution = ADDRESS.test(whole) && (WROTE.test(line) || /[:：]\s*$/.test(line));
    if (attribution) joined[joined.length - 1] = whole;
    else joined.push(line);
  }
  return joined;
}

/** True directly below an attribution, apart from blank lines. */
function followsAttribution(lines: string[], at: number): boolean {
  const above = lines.slice(Math.max(0, at - ATTRIBUTION_MAX_LINES), at);
  return above.some((_, from) => {
    const rest = [...above.slice(from), QUOTE_MARK];
    const length = findAttribution(rest, 0)?.length ?? rest.length;
    return rest.slice(length, -1).every((line) => line.trim() === '') && length < rest.length;
  });
}

/**
 * Indices of the ends of quoted lines that a gateway wrapped without a '>': lines that continue what was mailed, and
 * those of `evenTails`.
 */
function strayTails(lines: string[], mailed: string): Set<number> {
  const tails = new Set<number>();
  const sent = bareWords(mailed);
  let known = '';
  for (const [at, line] of lines.slice(0, COMPARED_LINES).entries()) {
    const words = bareWords(line);
    const above = known;
    known = isQuoted(line) ? words.slice(-KNOWN_CHARACTERS) : '';
    if (known || words === '' || above.length < KNOWN_LEAST_CHARACTERS) continue;
    // After a sentence, both our letter and an answer may go on with 'Yes'.
    if (!endsWithin(lines[at - 1]) && words.length < KNOWN_LEAST_CHARACTERS) continue;
    if (!sent.includes(above + words)) continue;
    tails.add(at);
    known = (above + words).slice(-KNOWN_CHARACTERS);
  }
  return new Set([...tails, ...evenTails(lines, tails)]);
}

/**
 * Indices of lines between quoted ones that look like their wrapped ends. There are several; each quoted line ends within
 * a sentence, and with its tail is wider than any other, but no wider than mail is; and no line from which a sentence
 * goes on has room for the next word.
 * One alone may be a person's answer, and all of them may be where one line between the quoted ones does not look so.
 */
function evenTails(lines: string[], known: Set<number>): number[] {
  const at = [...lines.keys()].filter(
    (at) =>
      isQuoted(lines[at - 1]) &&
      isQuoted(lines[at + 1]) &&
      !isQuoted(lines[at]) &&
      lines[at]?.trim() !== '' &&
      !known.has(at),
  );
  const tails = at.map((at) => ({
    before: lines[at - 1],
    tail: lines[at] ?? '',
    line: `${lines[at - 1]} ${lines[at]}`,
    next: lines[at + 1] ?? '',
  }));
  const widest = longest(lines.filter(isQuoted));
  const fullest = longest(tails.map(({ line }) => unmarked(line)));
  const small = tails.filter(({ tail }) => SMALL.test(tail)).length;
  if (small < TAILS_LEAST || fullest > WRITTEN_WIDTH) return [];
  if (!tails.every(({ before, line }) => endsWithin(before) && line.length > widest)) return [];
  const others = lines
    .map((line, at) => ({ line, next: lines[at + 1] ?? '' }))
    .filter(({ line, next }) => isQuoted(line) && isQuoted(next) && SMALL.test(unmarked(next)));
  const goingOn = [...tails, ...others].filter(({ next }) => unmarked(next) !== '');
  const isFull = (line: string, next: string) =>
    unmarked(line).length + 1 + (unmarked(next).split(' ', 1)[0] ?? '').length > fullest;
  const moreWords = tails.reduce((sum, { tail }) => sum + tail.trim().split(/\s+/).length - 1, 0);
  const even = goingOn.every(({ line, next }) => isFull(line, next));
  return even && goingOn.length + moreWords >= SIGNS_LEAST ? at : [];
}

const SMALL = /^\p{Ll}/u;
const isQuoted = (line = '') => QUOTED.test(line);
const endsWithin = (line = '') => !/[.!?:;…]$/.test(line.trimEnd());
const unmarked = (line: string) => line.replace(/^[\s>]{1,100}/, '');
const longest = (lines: string[]) => lines.reduce((most, { length }) => Math.max(most, length), 0);
