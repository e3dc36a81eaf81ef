import { senderDisplayName } from './parts/names.ts';
import { writtenOnDay } from './parts/written-date.ts';
import type { LetterMail } from './template.ts';

/** Throws RangeError for an invalid date. */
export function letterSubject(letter: Pick<LetterMail, 'senderName' | 'writtenOn' | 'timeZone' | 'words'>) {
  const sender = senderDisplayName(letter);
  return letter.words.t('A letter from {sender}, {day}', { sender, day: writtenOnDay(letter) });
}
