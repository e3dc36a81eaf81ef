import { msg, type Words } from '../../shared/words.ts';

// Translators: captions of an album's pages, in words that are a pleasure to count by.
const LEAVES = [
  msg('the first leaf'),
  msg('the second leaf'),
  msg('the third leaf'),
  msg('the fourth leaf'),
  msg('the fifth leaf'),
  msg('the sixth leaf'),
  msg('the seventh leaf'),
  msg('the eighth leaf'),
  msg('the ninth leaf'),
  msg('the tenth leaf'),
  msg('the eleventh leaf'),
  msg('the twelfth leaf'),
  msg('the thirteenth leaf'),
  msg('the fourteenth leaf'),
  msg('the fifteenth leaf'),
  msg('the sixteenth leaf'),
  msg('the seventeenth leaf'),
  msg('the eighteenth leaf'),
  msg('the nineteenth leaf'),
  msg('the twentieth leaf'),
];

export function leafCaption(number: number, words: Words): string {
  const caption = LEAVES[number - 1];
  return caption ? words.t(caption) : words.t('leaf {number}', { number });
}

const ROMAN = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'.split(' ');

/** The number of a picture: in Roman numerals, except where those are foreign to the script. */
export const plateNumber = (number: number, { language }: Words): string | number =>
  ['ja', 'ar'].includes(language) ? number : (ROMAN[number - 1] ?? number);
