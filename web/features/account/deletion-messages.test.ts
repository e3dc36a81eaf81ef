import { expect, it } from 'vitest';
import { deletedDataSentence, unsentLettersSentence } from './deletion-messages.ts';

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

it('deletion messages: list what is deleted, in singular and plural', () => {
  expect(
    deletedDataSentence({ ...nothing, letters: 1, replies: 1, photos: 1, recipients: 1, credits: 1 }),
  ).toBe(
    '1 letter with its own page, 1 answer, 1 photo, 1 person in your address book, 1 credit you have not used, and your way to sign in.',
  );
  expect(deletedDataSentence({ ...nothing, letters: 3, draft: true, recipients: 2 })).toBe(
    '3 letters with their own pages, your letter in progress, 2 people in your address book, and your way to sign in.',
  );
  expect(deletedDataSentence(nothing)).toBe('Your way to sign in.');
  expect(deletedDataSentence(undefined)).toMatch(/^Your letters/);
  expect([unsentLettersSentence(1), unsentLettersSentence(2)]).toEqual([
    '1 letter has not left yet, and would not leave any more.',
    '2 letters have not left yet, and would not leave any more.',
  ]);
});
