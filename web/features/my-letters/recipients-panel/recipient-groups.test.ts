import { describe, expect, it } from 'vitest';
import type { Correspondent } from '../../../../shared/conversations.ts';
import { recipientKey } from '../../recipients/recipient-key.ts';
import { countOf, lately, searchRecipients } from './recipient-groups.ts';

const person = (name: string, email: string): Correspondent => ({
  email,
  name,
  letters: 1,
  lastSentAt: null,
  lastLetterAt: '2026-03-01T00:00:00.000Z',
  lastLetterStatus: 'sent',
  unread: 0,
});

describe('searchRecipients', () => {
  const people = [person('Ilse Brandt', 'ilse@example.org'), person('June Okafor', 'june@example.org')];
  const found = (text: string) => searchRecipients(people, text).map(({ name }) => name);

  it('finds by name and by address, whatever the case', () => {
    expect(found('BRANDT')).toEqual(['Ilse Brandt']);
    expect(found('June@Ex')).toEqual(['June Okafor']);
  });

  it('finds everyone for blank text and nobody for a stranger', () => {
    expect(found('   ')).toHaveLength(2);
    expect(found('zzz')).toEqual([]);
  });
});

it('takes a letter of the last thirty days for a late one', () => {
  const ilse = person('Ilse Brandt', 'ilse@example.org');
  expect(lately(ilse, Date.parse('2026-03-30T00:00:00.000Z'))).toBe(true);
  expect(lately(ilse, Date.parse('2026-04-01T00:00:00.000Z'))).toBe(false);
});

describe('recipientKey', () => {
  it('is the same for addresses that differ in case or in surrounding space', () => {
    expect(recipientKey(' Ilse@Example.org')).toBe(recipientKey('ilse@example.org'));
  });
});

describe('countOf', () => {
  it('words the count', () => {
    expect([
      countOf(0, 'letter'),
      countOf(1, 'letter'),
      countOf(2, 'reply'),
      countOf(1, 'new reply'),
    ]).toEqual(['0 letters', '1 letter', '2 replies', '1 new reply']);
  });
});
