import { expect, it } from 'vitest';
import { aReply } from '../../../../test/web/letter.ts';
import { byHandTitle } from './reply-contents.tsx';

const photos = [{ url: '/uploads/a.jpg', alt: '', width: 3, height: 4 }];

it('an answer by hand: photos on the letter’s page, under the writer’s whole name', () => {
  expect(byHandTitle(aReply({ origin: 'page' }))).toBeNull();
  expect(byHandTitle(aReply({ origin: 'mail', photos }))).toBeNull();
  expect(byHandTitle(aReply({ origin: 'page', photos }))).toBe('Ilse Brandt wrote back by hand');
  expect(byHandTitle(aReply({ origin: 'page', photos, own: true }))).toBe('You wrote back by hand');
});
