import type { CorrespondenceAnswer, CorrespondenceLetter } from '../../../shared/correspondences.ts';
import { fileNamePart, fileNameWithEnding } from '../../../shared/file-name.ts';
import { ISOLATES, type Words } from '../../../shared/words.ts';

export type LetterPlace = ReturnType<typeof placeOf>;

export function placeOf(
  letter: CorrespondenceLetter,
  number: number,
  { words: { t }, count }: { words: Words; count: number },
) {
  const { senderName, recipientName, day } = letter;
  // Each name has its share, so that a long one does not leave out the other.
  const shortened = (name: string) => fileNamePart(name, NAME_CHARACTERS) || '…';
  const names = t('{sender} to {recipient}', {
    sender: shortened(senderName),
    recipient: shortened(recipientName),
  });
  const digits = Math.max(2, String(count).length);
  const plain = ISOLATES.reduce((left, mark) => left.replaceAll(mark, ''), names);
  const folder = fileNamePart(`${String(number).padStart(digits, '0')} ${day} ${plain}`);
  return { number, folder, sender: senderName, recipient: recipientName, day };
}

const NAME_CHARACTERS = 20;

export const pageFile = (index: number) => `page-${index + 1}.jpg`;
export const answerPhotoFile = (answer: number, index: number) =>
  `answer-${answer + 1}-photo-${index + 1}.jpg`;

export function filesOf(answer: number, { attachments }: CorrespondenceAnswer) {
  const kept = attachments.flatMap((file) => (file.id ? [{ ...file, id: file.id }] : []));
  return {
    kept: kept.map((attached, index) => ({
      ...attached,
      file: fileNamePart(
        `answer-${answer + 1}-file-${index + 1} ${fileNameWithEnding(attached.name, FILE_CHARACTERS)}`,
      ).replace(ACTIVE, '$&.txt'),
    })),
    lost: attachments.filter(({ id }) => !id),
  };
}

const FILE_CHARACTERS = 40;
/** Endings of files that run as a program, or script in a browser, with the rights of whoever opens them from a folder. */
const ACTIVE =
  /\.(?:svgz?|[sx]?html?|xht|mht(?:ml)?|xml|xslt?|m?js|jse|vbs?|vbe|ws[cfh]?|sct|hta|exe|com|pif|cpl|scr|bat|cmd|ms[cip]|application|ps1|pyw?|jar|jnlp|xll|chm|reg|lnk|url|\w+-ms|sh|command|tool|terminal|(?:web|inet|file)loc|desktop)$/i;
