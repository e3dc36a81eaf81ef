import { expect, it } from 'vitest';
import { numberIn } from './occasion-words.ts';

it.each(['12', '１２', '١٢', '۱۲'])('occasion: %s is a day, whichever digits a keyboard writes', (text) => {
  expect(numberIn(text)).toBe(12);
});
