import { ADDED_LINES } from './reply-words.ts';

/** The delimiter that RFC 3676 (4.3) gives: nobody else writes the space. */
const DELIMITER = /^-- $/;
/** What people and HTML make of it. */
const LOOSE_DELIMITER = /^\s*(--|—|__)\s*$/;
/** Lines below the delimiter; a longer stretch is part of the letter, whatever stands above it. */
const MAX_LINES = 12;
/** Below a loose delimiter, which may be a person's own rule, a signature is short in both directions. */
const LOOSE_MAX_LINES = 7;
const LOOSE_MAX_CHARACTERS = 64;

/**
 * Takes off the signature: what stands below a delimiter or was added by a phone. The words a person closes a letter
 * with, and the name below them, stay.
 */
export function withoutSignature(text: string): string {
  const lines = withoutAddedLines(text.split('\n'));
  return withoutAddedLines(aboveDelimiter(lines))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The first delimiter counts below which everything looks like a signature. */
function aboveDelimiter(lines: string[]): string[] {
  for (const [at, line] of lines.entries()) {
    const strict = DELIMITER.test(line);
    if (!strict && !LOOSE_DELIMITER.test(line)) continue;
    const below = lines.slice(at + 1).filter((other) => other.trim() !== '');
    const short = below.every((other) => other.trim().length <= LOOSE_MAX_CHARACTERS);
    if (strict ? below.length <= MAX_LINES : below.length <= LOOSE_MAX_LINES && short) {
      return lines.slice(0, at);
    }
  }
  return lines;
}

/** Empty lines at the end, and above them what no person wrote. */
function withoutAddedLines(lines: string[]): string[] {
  let end = lines.length;
  while (end > 0) {
    const last = (lines[end - 1] ?? '').replace(/\s?[[<(]\s?https?:[^\]>)]*[\]>)]/g, '').trim();
    if (last !== '' && !(last.length <= 120 && ADDED_LINES.some((added) => added.test(last)))) break;
    end--;
  }
  return lines.slice(0, end);
}
