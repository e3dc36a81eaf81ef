import { msg } from '../shared/words.ts';
import { paragraphsOf } from './message.ts';
import { namesOf } from './parts/names.ts';
import { writtenDay } from './parts/written-date.ts';
import type { LetterMail } from './template.ts';

export const STOP_LETTERS = msg("Don't send me letters from this person");

/** A link, after ‘A stamp is enclosed:’. */
export const WRITE_YOUR_OWN = msg('write a letter of your own with it');

export const answerUrl = (webUrl: string) => `${webUrl}#answer`;

function photoList({ photos, words }: LetterMail): string {
  if (photos.length === 0) return '';
  const heading = words.n(
    photos.length,
    '1 photo of the handwritten letter is attached:',
    '{n} photos of the handwritten letter are attached:',
  );
  const lines = photos.map(
    ({ alt }, index) => `${index + 1}. ${alt.replace(/\s+/g, ' ').trim() || words.t('A photo')}`,
  );
  return [heading, ...lines].join('\n');
}

export function renderPlainText(letter: LetterMail): string {
  const { words, productName, productUrl, webUrl, stopUrl, stampUrl } = letter;
  const { sender, recipient } = namesOf(letter);
  const closing = [
    webUrl && words.t('Open in the browser: {url}', { url: webUrl }),
    webUrl &&
      words.t('{label}: {address}', { label: words.t('Write back by hand'), address: answerUrl(webUrl) }),
    words.t('Reply to this e-mail and your words go straight back to {sender}.', { sender }),
    stampUrl &&
      words.t('{sender} enclosed a stamp. Write a letter of your own with it: {url}', {
        sender,
        url: stampUrl,
      }),
    words.t('Written by hand, sent with {product}: {url}', { product: productName, url: productUrl }),
    stopUrl && words.t("Don't send me letters from this person: {url}", { url: stopUrl }),
  ];
  const parts = [
    letter.heading,
    `${words.t('A letter from {sender} to {recipient}', { sender, recipient })}\n${writtenDay(letter)}`,
    ...paragraphsOf(letter.message),
    '* * *',
    photoList(letter),
    closing.filter(Boolean).join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
