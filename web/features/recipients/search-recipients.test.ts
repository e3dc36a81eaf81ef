import { expect, it } from 'vitest';
import { aCorrespondent } from '../../../test/web/letter.ts';
import { searchRecipients } from './search-recipients.ts';

const people = [
  aCorrespondent({ name: 'Ilse Brandt', email: 'ilse@example.org' }),
  aCorrespondent({ name: 'Júne Okafor', email: 'june@example.org' }),
];
const found = (text: string) => searchRecipients(people, text).map(({ name }) => name);

it('finds recipients by name and by address, ignoring case and marks', () => {
  expect(found('BRANDT')).toEqual(['Ilse Brandt']);
  expect(found('june okA')).toEqual(['Júne Okafor']);
  expect(found('June@Ex')).toEqual(['Júne Okafor']);
});

it('finds everyone for a blank text and nobody for an unknown one', () => {
  expect(found('   ')).toHaveLength(2);
  expect(found('zzz')).toEqual([]);
});
