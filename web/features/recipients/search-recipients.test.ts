import { expect, it } from 'vitest';
import { aCorrespondent } from '../../../test/web/letter.ts';
import { searchRecipients } from './search-recipients.ts';

const people = [
  aCorrespondent({ name: 'Ilse Brandt', email: 'ilse@example.org' }),
  aCorrespondent({ name: 'June Okafor', email: 'june@example.org' }),
];
const found = (text: string) => searchRecipients(people, text).map(({ name }) => name);

it('finds recipients by name and by address, ignoring case', () => {
  expect(found('BRANDT')).toEqual(['Ilse Brandt']);
  expect(found('June@Ex')).toEqual(['June Okafor']);
});

it('finds everyone for a blank text and nobody for an unknown one', () => {
  expect(found('   ')).toHaveLength(2);
  expect(found('zzz')).toEqual([]);
});
