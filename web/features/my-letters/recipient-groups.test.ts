import { describe, expect, it } from 'vitest';
import { aLetter } from './letter-fixture.ts';
import { countOf, groupByRecipient, lettersTo, searchRecipients } from './recipient-groups.ts';

const letters = [
  aLetter({
    id: 1,
    recipientName: 'Ilse',
    recipientEmail: 'Ilse@Example.org',
    createdAt: '2026-01-01T00:00:00Z',
    sentAt: '2026-01-01T00:01:00Z',
  }),
  aLetter({
    id: 2,
    recipientName: 'June Okafor',
    recipientEmail: 'june@example.org',
    createdAt: '2026-02-01T00:00:00Z',
    sentAt: null,
    status: 'failed',
  }),
  aLetter({
    id: 3,
    recipientName: 'Ilse Brandt',
    recipientEmail: ' ilse@example.org',
    createdAt: '2026-03-01T00:00:00Z',
    sentAt: null,
    status: 'queued',
  }),
];

describe('groupByRecipient', () => {
  it('joins addresses that differ in case only, and shows the newest name', () => {
    const groups = groupByRecipient(letters);
    expect(groups.map(({ key, name, letterCount }) => ({ key, name, letterCount }))).toEqual([
      { key: 'ilse@example.org', name: 'Ilse Brandt', letterCount: 2 },
      { key: 'june@example.org', name: 'June Okafor', letterCount: 1 },
    ]);
  });

  it('gives the last moment a letter was really sent, and none when none was', () => {
    const [ilse, june] = groupByRecipient(letters);
    expect(ilse?.lastSentAt).toBe('2026-01-01T00:01:00Z');
    expect(june?.lastSentAt).toBeNull();
  });

  it('keeps the newest of several sent dates even when a letter waited long', () => {
    const [group] = groupByRecipient([
      aLetter({ id: 1, sentAt: '2026-05-01T00:00:00Z' }),
      aLetter({ id: 2, sentAt: '2026-04-01T00:00:00Z' }),
    ]);
    expect(group?.lastSentAt).toBe('2026-05-01T00:00:00Z');
  });

  it('names a nameless recipient by the address', () => {
    expect(groupByRecipient([aLetter({ recipientName: '  ' })])[0]?.name).toBe('ilse.brandt@example.org');
  });
});

describe('searchRecipients', () => {
  const groups = groupByRecipient(letters);
  const found = (text: string) => searchRecipients(groups, text).map((group) => group.name);

  it('finds by name and by address, whatever the case', () => {
    expect(found('BRANDT')).toEqual(['Ilse Brandt']);
    expect(found('June@Ex')).toEqual(['June Okafor']);
  });

  it('finds everyone for blank text and nobody for a stranger', () => {
    expect(found('   ')).toHaveLength(2);
    expect(found('zzz')).toEqual([]);
  });
});

describe('lettersTo', () => {
  it('gives only the letters to that address, newest first', () => {
    expect(lettersTo(letters, 'ilse@example.org').map((letter) => letter.id)).toEqual([3, 1]);
  });
});

describe('countOf', () => {
  it('words the count', () => {
    expect([countOf(0, 'letter'), countOf(1, 'letter'), countOf(2, 'reply')]).toEqual([
      '0 letters',
      '1 letter',
      '2 replies',
    ]);
  });
});
