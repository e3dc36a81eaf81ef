import { anyOf } from '../phrases.ts';
import { isAddedLine } from './added-lines.ts';
import { CLOSING } from './reply-phrases.ts';

/** The delimiter of RFC 3676, 4.3; only programs write the space. */
const DELIMITER = /^-- $/;
/** What companies put below every mail, of any length. */
const DISCLAIMER = new RegExp(String.raw`\b${anyOf('disclaimers')}`, 'i');
/** What mailing lists put below the delimiter. */
const LIST_NOTICE =
  /\b(?:unsubscribe|you (?:are receiv|receiv|got)\S{0,4} this (?:message|e-?mail) because|mailing list)\b/i;
/** A motto: '"Slowly." (a sign in Graz)' */
const QUOTED = /^["“„»«‘'*]/;
/** Variants that people write and HTML leaves. */
const LOOSE_DELIMITER = /^\s*(--|—|__)\s*$/;
/** Most lines below the delimiter; a longer passage is part of the letter. */
const MAX_LINES = 12;
/** Below a loose delimiter, which may be a rule that a person drew, a signature has few and short lines. */
const LOOSE_MAX_LINES = 7;
const LOOSE_MAX_CHARACTERS = 64;
/** A list that goes on below a rule. */
const LIST_ITEM = /^\s*(?:[-*•·]\s|\d{1,2}[.)]\s)/;
/** A sentence that addresses somebody, or goes on from the line before. */
const SPOKEN = new RegExp(String.raw`^\p{Ll}+ \p{Ll}|(?<!\p{L})${anyOf('spoken words')}(?!\p{L})`, 'u');
/** What Mailman puts below every mail: a rule, the list's name, address and page, and how to leave it. */
const FOOTER_RULE = /^_{40,60}$/;
const FOOTER_LINE =
  /^(?:.{1,80} mailing list(?: -- \S{1,120}@\S{1,120})?|\S{1,120}@\S{1,120}|https?:\/\/\S{1,300}|to unsubscribe send an e?-?mail to \S{1,120})$/i;
const FOOTER_MAX_LINES = 5;
const GROUPS_IO = /^Groups\.io Links: /;
const GROUPS_IO_RULE = /^(?:-=){8,60}-?$/;

/** Small words within names. */
const NAME_PARTICLE = /^(?:von|van|der|den|del|della|des|und|and|the|für|for)$/;
/** A rule that a program wrote, known by its length. */
const PROGRAM_RULE = /^[_=-]{20,}$/;
/** Most characters of the name below the closing. */
const NAME_MAX_CHARACTERS = 48;
const CARD_LEAD_MAX_LINES = 4;
const CARD_LINE_MAX_CHARACTERS = 90;
/** A line with more words is prose, not part of a card. */
const PROSE_WORDS = 10;
/** Lines below a closing that are checked, and characters of each. */
const CARD_SEARCHED_LINES = 40;
const CARD_SEARCHED_CHARACTERS = 200;
/** Contact details, as cards have them. */
const CONTACT_DETAILS = [
  /(^|[^\d])\+?\(?\d[\d ()/.\u2010-\u2013-]{6,}\d/, // a telephone number
  /[^\s@<>]@[^\s@<>]+\.\p{L}{2,}/u,
  /\bwww\.|https?:\/\//i,
  /\S [|•·] \S/u, // several details on one line
];
/** A date has as many digits as a telephone number. */
const DATE = /\b\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\b/g;
/** Words of a person who tells that they moved, and so gives an address. */
const NEWS = new RegExp(String.raw`(?<!\p{L})${anyOf('news words')}(?!\p{L})`, 'iu');
/** A postscript or a question below the name. */
const POSTSCRIPT = /^\s*(?:p\.? ?){1,3}s\b/i;
const AFTERTHOUGHT = /^p\.? ?s\b|[?？]/im;

/**
 * Removes the signature: lines below a delimiter, lines that a phone added, and a contact card below the closing. The
 * closing ('Best wishes') and the name below it stay.
 */
export function withoutSignature(text: string): string {
  const lines = withoutAddedLines(aboveListFooter(withoutAddedLines(text.split('\n'))));
  return withoutAddedLines(aboveCard(withoutAddedLines(aboveDelimiter(lines))))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cuts at the rule of Groups.io, or at one with nothing but a mailing list's lines below. */
function aboveListFooter(lines: string[]): string[] {
  const links = lines.findIndex((line) => GROUPS_IO.test(line));
  if (links > 0 && GROUPS_IO_RULE.test(lines[links - 1] ?? '')) return lines.slice(0, links - 1);
  const rule = lines.findLastIndex((line) => FOOTER_RULE.test(line.trim()));
  if (rule < 0) return lines;
  const below = lines.slice(rule + 1).flatMap((line) => line.trim() || []);
  const footer = below.length >= 2 && below.length <= FOOTER_MAX_LINES;
  return footer && below.every((line) => FOOTER_LINE.test(line)) ? lines.slice(0, rule) : lines;
}

/** Cuts at the first delimiter below which everything looks like a signature. */
function aboveDelimiter(lines: string[]): string[] {
  for (const [at, line] of lines.entries()) {
    const strict = DELIMITER.test(line);
    if (!strict && !LOOSE_DELIMITER.test(line)) continue;
    const below = lines.slice(at + 1).filter((other) => other.trim() !== '');
    if (strict ? isSignature(below) : isLooseSignature(below)) return lines.slice(0, at);
  }
  return lines;
}

/** @param below the lines under a program's delimiter, none of them empty */
export function isSignature(below: string[]): boolean {
  if (below.some((line) => POSTSCRIPT.test(line))) return false;
  if (below.some((line) => DISCLAIMER.test(line) || LIST_NOTICE.test(line))) return true;
  return below.length <= MAX_LINES && !isSpeech(below.map((line) => line.trim()));
}

/** True for a person's words, which a program may have put below the delimiter: a sentence first, several, or one to somebody. */
function isSpeech(below: string[]): boolean {
  const sentences = below.filter((line) => isProse(line) && !QUOTED.test(line) && !isAddedLine(line));
  if (sentences.length > 1 || sentences.some((line) => SPOKEN.test(line))) return true;
  return sentences.length > 0 && sentences[0] === below.find((line) => !isAddedLine(line));
}

/** Names, a place, contact details; no sentence, no postscript. */
function isLooseSignature(below: string[]): boolean {
  if (below.some((line) => LIST_ITEM.test(line) || SPOKEN.test(line.trim()))) return false;
  const first = below.find((line) => !isAddedLine(line.trim()))?.trim() ?? '';
  if (first !== '' && !isNameOrContact(first)) return false;
  if (below.length > LOOSE_MAX_LINES || AFTERTHOUGHT.test(below.join('\n'))) return false;
  const written = withoutAddedLines(below);
  return written.every((line) => line.trim().length <= LOOSE_MAX_CHARACTERS && !isProse(line.trim()));
}

/** Capitalised words, a single word, or a contact detail: a sentence does not begin like that. */
function isNameOrContact(line: string): boolean {
  if (contactKinds([line]) > 0 || CLOSING.test(line.split(',', 1)[0] ?? '')) return true;
  const words = line.match(/[\p{L}\p{M}]+/gu) ?? [];
  const small = words.filter((word) => /^\p{Ll}{3,}/u.test(word) && !NAME_PARTICLE.test(word));
  return words.length === 1 || (small.length === 0 && !/[.!…]$/.test(line)) || words.length === 0;
}

/**
 * Cuts at a card: two or more contact details below the closing and the name. A single telephone number or address may
 * be part of the letter.
 */
function aboveCard(lines: string[]): string[] {
  for (const [at, line] of lines.entries()) {
    if (!CLOSING.test(line.trim())) continue;
    const below = lines.findIndex((other, place) => place > at && other.trim() !== '');
    if (below < 0) return lines;
    const end = isName(lines[below] ?? '') ? below + 1 : at + 1;
    if (isCard(lines.slice(end, end + CARD_SEARCHED_LINES))) return lines.slice(0, end);
  }
  return lines;
}

function isName(line: string): boolean {
  return line.trim().length <= NAME_MAX_CHARACTERS && contactKinds([line]) === 0;
}

/** Short lines before the first contact detail; below the last there may be a disclaimer. */
function isCard(given: string[]): boolean {
  const lines = given.map((line) => line.trim()).filter((line) => line !== '');
  const first = lines.findIndex((line) => contactKinds([line]) > 0);
  if (first < 0 || first > CARD_LEAD_MAX_LINES) return false;
  if (AFTERTHOUGHT.test(lines.join('\n')) || lines.some((line) => NEWS.test(line))) return false;
  const long = lines.findIndex((line) => line.length > CARD_LINE_MAX_CHARACTERS);
  const short = long < 0 ? lines : lines.slice(0, long);
  const card = short.slice(0, short.findLastIndex((line) => contactKinds([line]) > 0) + 1);
  return contactKinds(card) >= 2 && !card.some(isProse);
}

function contactKinds(lines: string[]): number {
  const shown = lines.map((line) => line.slice(0, CARD_SEARCHED_CHARACTERS).replace(DATE, ''));
  return CONTACT_DETAILS.filter((detail) => shown.some((line) => detail.test(line))).length;
}

function isProse(line: string): boolean {
  const words = line.match(/\p{L}{2,}/gu)?.length ?? 0;
  return words > PROSE_WORDS || (words > 3 && /[.!…]$/.test(line));
}

/** Removes empty lines at the end, and above them lines that a program added, with its rules around them. */
function withoutAddedLines(lines: string[]): string[] {
  let end = lines.length;
  let added = false;
  while (end > 0) {
    const last = (lines[end - 1] ?? '').trim();
    if (PROGRAM_RULE.test(last)) {
      const above = lines.slice(0, end - 1).findLast((line) => line.trim() !== '') ?? '';
      if (!added && !isAddedLine(above.trim())) break;
    } else if (last !== '') {
      if (!isAddedLine(last)) break;
      added = true;
    }
    end--;
  }
  return lines.slice(0, end);
}
