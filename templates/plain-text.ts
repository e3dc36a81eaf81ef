import { paragraphsOf } from './message.ts';
import { namesOf } from './parts/names.ts';
import { writtenDay } from './parts/written-date.ts';
import type { LetterMail } from './template.ts';

/** Shown where a letter has more photos than one mail can carry at their usual size. */
export const SMALLER_PHOTOS = 'To fit into one e-mail, the photos are smaller here than they were taken.';

/** Label of the link by which a recipient refuses further letters. */
export const STOP_LETTERS = "Don't send me letters from this person";

/** The list of attached photos with their descriptions. */
function photoList(photos: LetterMail['photos']): string {
  if (photos.length === 0) return '';
  const heading =
    photos.length === 1
      ? '1 photo of the handwritten letter is attached:'
      : `${photos.length} photos of the handwritten letter are attached:`;
  const lines = photos.map(
    ({ alt }, index) => `${index + 1}. ${alt.replace(/\s+/g, ' ').trim() || 'A photo'}`,
  );
  return [heading, ...lines].join('\n');
}

/** The letter's mail as plain text: written for reading, not derived from the HTML. */
export function renderPlainText(letter: LetterMail): string {
  const { sender, recipient } = namesOf(letter);
  const closing = [
    letter.photosReduced && SMALLER_PHOTOS,
    letter.webUrl && `Open in the browser: ${letter.webUrl}`,
    `Reply to this e-mail and your words go straight back to ${sender}.`,
    `Written by hand, sent with ${letter.productName}: ${letter.productUrl}`,
    letter.stopUrl && `${STOP_LETTERS}: ${letter.stopUrl}`,
  ];
  const parts = [
    `A letter from ${sender} to ${recipient}\n${writtenDay(letter)}`,
    ...paragraphsOf(letter.message),
    '* * *',
    photoList(letter.photos),
    closing.filter(Boolean).join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
