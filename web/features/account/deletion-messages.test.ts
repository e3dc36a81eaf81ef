import { expect, it } from 'vitest';
import { goesWording, waitsWording } from './deletion-messages.ts';

const nothing = {
  letters: 0,
  replies: 0,
  recipients: 0,
  photos: 0,
  draft: false,
  underWay: 0,
  credits: 0,
  purchases: 0,
};

it('names what goes, one or many', () => {
  expect(goesWording({ ...nothing, letters: 1, replies: 1, photos: 1, recipients: 1, credits: 1 })).toBe(
    '1 letter with its own page, 1 answer, 1 photo, 1 person in your address book, 1 credit you have not used, and your way to sign in.',
  );
  expect(goesWording({ ...nothing, letters: 3, draft: true, recipients: 2 })).toBe(
    '3 letters with their own pages, your letter in progress, 2 people in your address book, and your way to sign in.',
  );
  expect(goesWording(nothing)).toBe('Your way to sign in.');
  expect(goesWording(undefined)).toMatch(/^Your letters/);
  expect([waitsWording(1), waitsWording(2)]).toEqual([
    '1 letter has not left yet, and would not leave any more.',
    '2 letters have not left yet, and would not leave any more.',
  ]);
});
