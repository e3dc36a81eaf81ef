import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FoundPerson } from '../../../../packages/address-files/found-people.ts';
import { foundPerson } from '../../../../packages/address-files/found-person.ts';
import type { Occasion } from '../../../../shared/occasions.ts';
import { importedEntry } from '../../../../shared/recipients.ts';
import { entryOf, judgeRows, rowOf, summaryOf } from './judge-people.ts';

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

it.each([
  ['Europe/Paris', 'fr-CA', 'Europe/Paris', 'fr'],
  ['+00:00', 'pt', null, 'pt-BR'],
  ['Europe/Nowhere', 'xx', null, null],
  [null, null, null, null],
])(
  'bringing in people: of the zone %s and the language %s, sends %s and %s',
  (timeZone, language, zone, ours) => {
    const entries = judgeRows(
      [rowOf(person('Bea', 'bea@example.org', { timeZone, language, birthday }), 0)],
      [],
      born,
    );
    expect(entries.map(entryOf)).toMatchObject([{ timeZone: zone, language: ours, birthday }]);
  },
);

it('bringing in people: whatever a file says of somebody, the server takes what is sent', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const raw = fc.record({ name: text, greetingName: text, timeZone: text, language: text });
  fc.assert(
    fc.property(raw, (said) => {
      const found = foundPerson({ ...said, emails: ['bea@example.org'] });
      for (const row of judgeRows(found ? [rowOf(found, 0)] : [], [], born))
        expect(importedEntry.safeParse(entryOf(row)).error).toBeUndefined();
    }),
  );
});
