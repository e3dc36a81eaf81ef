import { ADDRESS, findAttribution } from './attribution.ts';
import { QUOTE_MARK } from './reply-marks.ts';
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
/** Ends within an address: 'Maren <letters@example.org' */
const OPEN_ADDRESS = /<(?:mailto:)?[^<>\s]{0,300}$/;
/** The rest of it: '> wrote:' */
const ADDRESS_END = /^\s{0,3}(?:mailto:)?[^<>\s]{0,300}>{1,2}/;
/** Lines of an introduction, with the blank ones below it. */
const INTRODUCTION_MAX_LINES = 6;
/** '⏎⏎<⏎mailto:Some One <some.one@example.org>⏎> wrote:' */
const SHATTERED_ADDRESS =
  /\n{1,2}<\nmailto:[^\n<>]{0,80}(<[^\s<>@]{1,64}@[^\s<>@]{1,255}>)\n>(?=[^\n]{1,40}[:：]\n)/g;
/** Characters of a line that a gateway found too long, and of what it put below. */
const WRAPPED_LEAST_CHARACTERS = 60;
const HALF_MAX_CHARACTERS = 40;
const HALVES_LEAST = 2;

/**
 * Replaces every run of '>' lines by one mark, as quotations of an HTML part already are.
 * @returns the lines, and those of each run by the place of its mark; an HTML quotation's are not known
 */
export function withMarkedQuotes(given: string[]): { lines: string[]; runs: Map<number, string[]> } {
  const lines = withWholeAddresses(given.join('\n').replace(SHATTERED_ADDRESS, ' $1').split('\n'));
  const halves = strayHalves(lines);
  const marked: string[] = [];
  const runs = new Map<number, string[]>();
  let bars = false;
  for (const [at, line] of lines.entries()) {
    const element = line.trim() === QUOTE_MARK;
    bars = BARRED.test(line) && (bars || followsAttribution(lines, at));
    const quoted = (QUOTED.test(line) && !isAboveUnmarked(lines, at)) || NAMED.test(line);
    if (!element && !bars && !quoted && !halves.has(at)) {
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

/** True below what introduces a quotation, blank lines left out. */
function followsAttribution(lines: string[], at: number): boolean {
  const above = lines.slice(Math.max(0, at - INTRODUCTION_MAX_LINES), at);
  return above.some((_, from) => {
    const rest = [...above.slice(from), QUOTE_MARK];
    const length = findAttribution(rest, 0)?.length ?? rest.length;
    return rest.slice(length, -1).every((line) => line.trim() === '') && length < rest.length;
  });
}

/**
 * Ends of quoted lines that a gateway wrapped without a '>': below a long quoted line that ends within a sentence,
 * a few words that go on with it, and more quoted lines below. One alone may be a person's answer, and so may all of
 * them where another line between the quoted ones is one.
 */
function strayHalves(lines: string[]): Set<number> {
  const halves = new Set<number>();
  let answers = false;
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? '';
    const after = lines[at + 1] ?? '';
    if (QUOTED.test(line) || !QUOTED.test(before) || !QUOTED.test(after)) continue;
    const goesOn = before.length >= WRAPPED_LEAST_CHARACTERS && !/[.!?:;…]\s*$/.test(before);
    if (goesOn && line.length <= HALF_MAX_CHARACTERS && /^\p{Ll}/u.test(line)) halves.add(at);
    else if (line.trim() !== '') answers = true;
  }
  return answers || halves.size < HALVES_LEAST ? new Set() : halves;
}
