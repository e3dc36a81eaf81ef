import { expect, it } from 'vitest';
import type { CorrespondenceLetter } from '../../../../shared/correspondences.ts';
import { choicesOf, withChoices } from './book-choices.ts';
import { entriesOf, namesOf, yearsOf } from './book-entries.ts';

const photo = { url: '/uploads/a.jpg', alt: '', width: 3, height: 4 };
const letter = (
  id: number,
  day: string,
  role: 'sender' | 'recipient',
  answers: string[],
): CorrespondenceLetter => ({
  ...{ id, role, day, sentAt: `${day}T10:00:00Z`, conversationId: String(id), greetingName: '' },
  senderName: role === 'sender' ? 'Maren' : 'Ilse',
  recipientName: role === 'sender' ? 'Ilse' : 'Maren',
  ...{
    template: 'vintage',
    language: 'en',
    heading: null,
    message: 'Plums.',
    isStandard: false,
    photos: [photo],
    olderLeftOut: false,
  },
  answers: answers.map((at, index) => ({
    ...{ id: 10 * id + index, createdAt: `${at}T10:00:00Z`, day: at, author: '', own: role === 'recipient' },
    ...{ body: 'Twice.', photos: [], attachments: [] },
  })),
});
const LETTERS = [
  letter(1, '2025-12-20', 'sender', ['2026-01-02']),
  letter(2, '2025-12-28', 'recipient', ['2025-12-30']),
];
const ALL = { answers: true, from: null, until: null };

it('book: letters and answers in order of time, with who wrote to whom', () => {
  expect(namesOf(LETTERS, 'ilse@example.org')).toEqual(['Maren', 'Ilse']);
  const named = entriesOf(LETTERS, ALL).map(({ number, author, reader }) => [number, author, reader]);
  expect(named).toEqual([
    [1, 'Maren', 'Ilse'],
    [2, 'Ilse', 'Maren'],
    [null, 'Maren', 'Ilse'],
    [null, 'Ilse', 'Maren'],
  ]);
});

it('book: without answers, or of some days; letters are numbered anew', () => {
  const keys = (chosen: Partial<Parameters<typeof entriesOf>[1]>) =>
    entriesOf(LETTERS, { ...ALL, ...chosen }).map(({ key, number }) => `${key} ${number}`);
  expect(keys({ answers: false })).toEqual(['letter-1 1', 'letter-2 2']);
  expect(keys({ from: '2025-12-28' })).toEqual(['letter-2 1', 'answer-20 null', 'answer-10 null']);
  expect(keys({ until: '2025-12-28' })).toEqual(['letter-1 1', 'letter-2 2']);
  expect(yearsOf(entriesOf(LETTERS, ALL))).toEqual([
    { year: '2025', photos: 2 },
    { year: '2026', photos: 0 },
  ]);
});

it('book: choices are kept in its address, and what it does not know is as usual', () => {
  const chosen = { paper: 'A4', photosPerPage: 2, answers: false, from: '2025-01-01', until: null } as const;
  const params = withChoices(new URLSearchParams('to=ilse@example.org'), chosen);
  expect(choicesOf(params)).toEqual(chosen);
  expect(params.get('to')).toBe('ilse@example.org');
  expect(choicesOf(new URLSearchParams('paper=toString&photos=9&from=soon'))).toEqual({
    ...{ paper: 'A5', photosPerPage: 1, answers: true, from: null, until: null },
  });
});
