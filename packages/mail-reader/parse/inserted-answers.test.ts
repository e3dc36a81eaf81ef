import { expect, test } from 'vitest';
import { insertedAnswers } from './inserted-answers.ts';

const MAILED =
  'Dear Ilse,\n\ndo you still have the red bicycle? I dreamt of it.\n\nAre you coming to Graz in May?\n\nMaren\n\nMay 4, 2026\n';

test('insertedAnswers: none is found without what was mailed, twice, or of the mail’s own words', () => {
  const whole = MAILED.replace('in May?', 'in May?\nOnly by train.\nAnd you?');
  expect(insertedAnswers(whole, MAILED, '')).toEqual(['Only by train.\nAnd you?']);
  expect(insertedAnswers(whole, '', '')).toEqual([]);
  expect(insertedAnswers(whole, MAILED, 'Only by train. And you?')).toEqual([]);
  expect(insertedAnswers(MAILED.replace('in May?', 'in May?\nDear Maren, 4 May'), MAILED, '')).toEqual([]);
});

test.each([
  ['lines', 'a\n'.repeat(500_000)],
  ['sentences', 'a. '.repeat(300_000)],
  ['our sentences', `${MAILED}\n`.repeat(1_000)],
  ['letters', 'a'.repeat(1_000_000)],
])('insertedAnswers: a megabyte of %s in time', (_what, whole) => {
  expect(insertedAnswers(whole, MAILED.repeat(500), '').length).toBeLessThanOrEqual(whole.length);
});
