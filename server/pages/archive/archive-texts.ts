import { filesInWords } from '../../../shared/attachments.ts';
import { cleanText } from '../../../shared/clean-text.ts';
import type { CorrespondenceAnswer, CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { dayInWords } from '../../../shared/day-in-words.ts';
import type { Words } from '../../../shared/words.ts';
import { answerPhotoFile, filesOf, pageFile } from './archive-names.ts';

export type IsMissing = (file: string) => boolean;

export function letterText(letter: CorrespondenceLetter, isMissing: IsMissing, words: Words): string {
  const { senderName, recipientName, day, heading, message, photos } = letter;
  return paragraphs([
    words.t('{sender} to {recipient}', { sender: senderName, recipient: recipientName }),
    dayInWords(day, words.language),
    heading,
    message,
    photoLines(photos, pageFile, isMissing, words),
  ]);
}

export function answerText(number: number, answer: CorrespondenceAnswer, isMissing: IsMissing, words: Words) {
  const { author, day, body, photos } = answer;
  const { kept, lost } = filesOf(number, answer);
  return paragraphs([
    words.t('{author} answered, {day}', { author, day: dayInWords(day, words.language) }),
    body,
    photoLines(photos, (index) => answerPhotoFile(number, index), isMissing, words),
    kept.map(({ file }) => (isMissing(file) ? isGone(file, words) : file)).join('\n'),
    lost.length > 0 ? notKept(lost, words) : null,
  ]);
}

export const isGone = (file: string, { t }: Words): string =>
  t('{file} is missing here. It could not be found any more.', { file });

export const notKept = (lost: CorrespondenceAnswer['attachments'], words: Words): string =>
  words.n(
    lost.length,
    '{files} was attached; it could not be kept.',
    '{files} were attached; they could not be kept.',
    { files: filesInWords(lost, words) },
  );

function photoLines(
  photos: CorrespondenceLetter['photos'],
  fileOf: (index: number) => string,
  isMissing: IsMissing,
  words: Words,
): string {
  return photos
    .flatMap(({ alt }, index) => {
      const file = fileOf(index);
      if (isMissing(file)) return [isGone(file, words)];
      return alt ? [`${file}: ${alt}`] : [];
    })
    .join('\n');
}

const paragraphs = (parts: (string | null)[]): string =>
  `${parts
    .map((part) => cleanText(part ?? '').trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
