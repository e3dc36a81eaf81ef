import { plainName } from '../../packages/address-files/plain-name.ts';
import { cleanText } from '../../shared/clean-text.ts';
import type { Words } from '../../shared/words.ts';
import type { LetterMail } from '../template.ts';

export function namesOf(letter: Pick<LetterMail, 'senderName' | 'recipientName' | 'greetingName' | 'words'>) {
  const { words } = letter;
  const recipient = plainName(letter.recipientName);
  return {
    sender: senderDisplayName(letter),
    // Translators: in the place of a name, as in ‘A letter from a friend to You’.
    recipient: recipient || words.t('You'),
    called: plainName(letter.greetingName ?? '') || recipient || words.t('you'),
  };
}

export const senderDisplayName = ({ senderName, words }: Pick<LetterMail, 'senderName' | 'words'>): string =>
  plainName(senderName) || words.t('a friend');

export const nameOfPage = (position: number, senderName: string, words: Words): string =>
  words.t('Page {number} of the handwritten letter from {sender}', { number: position, sender: senderName });

export const nameInMail = (name: string): string => shorten(name, 60);

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
