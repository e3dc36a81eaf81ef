import { plainName } from '../../packages/address-files/plain-name.ts';
import { cleanText } from '../../shared/clean-text.ts';
import type { Words } from '../../shared/words.ts';
import type { LetterMail } from '../template.ts';

/** The names in a letter's mail; a sender without a name is 'a friend', a recipient without one 'you'. */
interface LetterNames {
  sender: string;
  recipient: string;
  /** how the writer calls the recipient: by their whole name, unless they said otherwise */
  called: string;
}

export function namesOf(
  letter: Pick<LetterMail, 'senderName' | 'recipientName' | 'greetingName' | 'words'>,
): LetterNames {
  const { words } = letter;
  const recipient = plainName(letter.recipientName);
  return {
    sender: senderDisplayName(letter),
    // Translators: in the place of a name, as in ‘A letter from a friend to You’.
    recipient: recipient || words.t('You'),
    called: plainName(letter.greetingName ?? '') || recipient || words.t('you'),
  };
}

/** The sender's name for a subject or letterhead, on one line, so that it can go into a mail header. */
export function senderDisplayName({ senderName, words }: Pick<LetterMail, 'senderName' | 'words'>): string {
  return plainName(senderName) || words.t('a friend');
}

/** What a photo is called that its sender did not describe. @param position from 1 */
export const nameOfPage = (position: number, senderName: string, words: Words): string =>
  words.t('Page {number} of the handwritten letter from {sender}', { number: position, sender: senderName });

/** A person's name in a sentence of a mail. */
export const nameInMail = (name: string): string => shorten(name, 60);

/** The text on one line, cut at a grapheme boundary to at most `length` of them with an ellipsis. */
export function shorten(text: string, length: number): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
    if (kept.length + segment.length >= length) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
