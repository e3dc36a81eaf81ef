import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { words } from '../../../shared/words.ts';
import { aFinishedLetter, aPhoto } from '../../../test/web/wizard.ts';
import { setProductName } from '../../lib/product-name.ts';
import { letterMail } from './letter-mail.ts';

const surroundings = {
  words: words('en'),
  sender: { name: 'Maren Oakes', email: 'maren@example.com', guessed: false },
  writtenOn: new Date('2026-03-14T09:12:00Z'),
  size: 'mail',
} as const;

beforeAll(() => {
  setProductName('Slow Letters');
  vi.stubGlobal('location', new URL('http://localhost:3000'));
});
afterAll(() => {
  setProductName('');
  vi.unstubAllGlobals();
});

it('letterMail: has the recipient’s name in the message and an alternative text for every photo', () => {
  const photos = [aPhoto(1, { alt: ' Dear Ilse ' }), aPhoto(2)];
  const mail = letterMail(aFinishedLetter({ photos, message: 'Dear {{recipientName}},' }), surroundings);
  expect(mail.message).toBe('Dear Ilse Brandt,');
  expect(mail.photos.map(({ alt }) => alt)).toEqual([
    'Dear Ilse',
    'Page 2 of the handwritten letter from Maren Oakes',
  ]);
});

it('letterMail: calls the recipient as the writer does, under the writer’s own line', () => {
  const letter = aFinishedLetter({ heading: ' For your birthday ', message: 'Dear {{recipientName}},' });
  const recipient = { ...letter.recipient, greetingName: ' Oma ' };
  expect(letterMail({ ...letter, recipient }, surroundings)).toMatchObject({
    recipientName: 'Ilse Brandt',
    greetingName: 'Oma',
    heading: 'For your birthday',
    message: 'Dear Oma,',
  });
});

it('letterMail: lays photos out at the mail’s size, whatever variant is shown', () => {
  const photos = [aPhoto(1, { width: 2400, height: 3200 }), aPhoto(2, { width: 800, height: 600 })];
  const mail = letterMail(aFinishedLetter({ photos }), { ...surroundings, size: 'thumbnail' });
  expect(mail.photos.map(({ width, height }) => [width, height])).toEqual([
    [1200, 1600],
    [800, 600],
  ]);
  expect(mail.photos[0]?.src).toBe(`/api/photo/${photos[0]?.filename}?size=thumbnail`);
});
