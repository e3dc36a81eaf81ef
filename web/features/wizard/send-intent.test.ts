import { expect, it } from 'vitest';
import { createLetterBody } from '../../../shared/letters.ts';
import { aFinishedLetter } from '../../../test/web/wizard.ts';
import { intentFor, letterBody } from './send-intent.ts';

function keys() {
  let made = 0;
  return () => `key-${++made}`;
}

it('makes the body that the server takes', () => {
  const letter = aFinishedLetter({
    recipient: { name: ' Ilse ', email: ' ilse@example.org ', recentId: null },
  });
  const body = letterBody(letter, '5');
  expect(createLetterBody.parse(body)).toEqual(body);
  expect(body).toMatchObject({ recipientName: 'Ilse', recipientEmail: 'ilse@example.org', userId: '5' });
  expect(body.photoUrls).toEqual(letter.photos.map((photo) => photo.url));
});

it('is the same intent while nothing changes, after a reload too', () => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5'), 'Maren', newKey);
  const reloaded = JSON.parse(JSON.stringify({ ...first, letterId: 12, unsettled: true }));
  expect(intentFor(reloaded, letterBody(aFinishedLetter(), '5'), 'Maren', newKey)).toBe(reloaded);
  expect(intentFor(reloaded, letterBody(aFinishedLetter(), '5'), 'Maren Oakes', newKey).letterId).toBeNull();
});

it('is the same intent for one on record from before the name was part of it', () => {
  const body = letterBody(aFinishedLetter(), '5');
  const before = { ...intentFor(null, body, 'Maren', keys()), content: JSON.stringify(body), letterId: 12 };
  expect(intentFor(before, body, 'Maren', keys())).toBe(before);
});

it.each([
  ['another message', aFinishedLetter({ message: 'Dear Ilse, again' })],
  ['another paper', aFinishedLetter({ template: 'zine' })],
  ['another order of pages', aFinishedLetter({ photos: aFinishedLetter().photos.toReversed() })],
])('is a new intent with new keys for %s', (_, changed) => {
  const newKey = keys();
  const first = intentFor(null, letterBody(aFinishedLetter(), '5'), 'Maren', newKey);
  const second = intentFor({ ...first, letterId: 12 }, letterBody(changed, '5'), 'Maren', newKey);
  expect(second.letterId).toBeNull();
  expect(new Set([first.createKey, first.sendKey, second.createKey, second.sendKey]).size).toBe(4);
});
