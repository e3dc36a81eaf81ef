import { cleanText } from '../message.ts';
import type { LetterMail } from '../template.ts';

/** A name as one line: no newlines, single spaces. */
function oneLine(name: string): string {
  return cleanText(name).replace(/\s+/g, ' ').trim();
}

/** The first word of a name, without a comma after it; empty for an empty name. */
function firstWord(name: string): string {
  const [first = ''] = oneLine(name).split(' ');
  return first.replace(/^(.*[^,;])[,;]+$/s, '$1');
}

/** The names in a letter's mail; a sender without a name is 'a friend', a recipient without one 'you'. */
interface LetterNames {
  sender: string;
  senderFirst: string;
  recipient: string;
  recipientFirst: string;
}

export function namesOf(letter: Pick<LetterMail, 'senderName' | 'recipientName'>): LetterNames {
  return {
    sender: senderDisplayName(letter.senderName),
    senderFirst: firstWord(letter.senderName) || 'your friend',
    recipient: oneLine(letter.recipientName) || 'You',
    recipientFirst: firstWord(letter.recipientName) || 'you',
  };
}

/** The sender's name for a subject or letterhead, on one line, so that it can go into a mail header. */
export function senderDisplayName(senderName: string): string {
  return oneLine(senderName) || 'a friend';
}

/** The text on one line, cut at a grapheme boundary to at most `length` of them with an ellipsis. */
export function shorten(text: string, length: number): string {
  const line = oneLine(text);
  if (line.length <= length) return line;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (kept.length + segment.length >= length) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
