import { expect, it } from 'vitest';
import { msg, words } from '../../../shared/words.ts';
import { html, worded } from './html.ts';

it.each([
  ['Anna', 'Lettres d’<b><bdi>Anna</bdi></b>'],
  ['<Maren>', 'Lettres de <b><bdi>&lt;Maren&gt;</bdi></b>'],
])('French: de is elided before markup with the name %s', (name, expected) => {
  const french = words('fr', { 'Letters from {sender}': 'Lettres de {sender}' });
  const sender = html`<b><bdi>${name}</bdi></b>`;
  expect(worded(french, msg('Letters from {sender}'), { sender }).markup).toBe(expected);
});
