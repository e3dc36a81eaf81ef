import { expect, it } from 'vitest';
import type { Occasion } from '../../../../shared/occasions.ts';
import type { FoundPerson } from '../read-people/found-people.ts';
import { judgeRows, rowOf, summaryOf } from './judge-people.ts';

const person = (name: string, email: string, more: Partial<FoundPerson> = {}): FoundPerson => ({
  name,
  emails: [email],
  isAddress: true,
  greetingName: '',
  timeZone: null,
  language: null,
  birthday: null,
  isFirm: false,
  ...more,
});
const book = [
  { id: 1, name: 'Ilse Brandt', email: 'ILSE@example.org', greetingName: '' },
  { id: 2, name: 'Tom', email: 'tom@example.org', greetingName: '' },
];
const birthday = { month: 12, day: 4, year: 1946 };
const born = new Map([[2, { ...birthday, id: 9 } as Occasion]]);

it('bringing in people: ticks who is new, and a birthday that is new; nobody who is no person', () => {
  const rows = judgeRows(
    [
      person('Bea', 'bea@example.org'),
      person('Bea', 'Bea@example.org'),
      person('Ilse B.', 'ilse@example.org', { birthday }),
      person('Tom', 'tom@example.org', { birthday }),
      person('Shop', 'noreply@example.org'),
      person('Garden', 'hallo@garden.example', { isFirm: true }),
      person('', 'maren.oakes@example.org'),
      person('Uri', 'uri@example', { isAddress: false }),
    ].map(rowOf),
    book,
    born,
  );
  expect(rows.map(({ name, isTicked, canTick, note }) => [name, isTicked, canTick, note])).toEqual([
    ['Bea', true, true, ''],
    ['Bea', false, false, 'Twice on this list.'],
    ['Ilse B.', true, true, 'Here already as Ilse Brandt. Their birthday, 4 December 1946, is new.'],
    ['Tom', false, false, 'Here already.'],
    ['Shop', false, true, 'Perhaps not a person.'],
    ['Garden', false, true, 'Perhaps not a person.'],
    ['Maren Oakes', false, true, 'Without a name on the list.'],
    ['Uri', false, false, 'Not an e-mail address.'],
  ]);
  expect(summaryOf(rows)).toBe('8 people: 1 new, 3 here already, 4 to look at.');
});
