import { describe, expect, it } from 'vitest';
import { words } from '../shared/words.ts';
import {
  defaultMessage,
  greetingOf,
  messageOf,
  paragraphsOf,
  personalise,
  splitSalutation,
  splitSignOff,
} from './message.ts';
import { letterSubject } from './subject.ts';

const english = words('en');

describe('personalise', () => {
  it('replaces every placeholder by the name as it is', () => {
    expect(personalise('Dear {{recipientName}}, dear {{ recipientName }}!', { name: 'Ilse $& Brandt' })).toBe(
      'Dear Ilse $& Brandt, dear Ilse $& Brandt!',
    );
  });

  it('replaces the placeholder that opens the default message', () => {
    expect(defaultMessage(0, english).startsWith('Dear {{recipientName}},\n\n')).toBe(true);
    expect(personalise(defaultMessage(0, english), { name: 'Ilse' })).not.toContain('{{');
  });

  it('greetingOf: is the line with the name, as the recipient reads it', () => {
    expect(greetingOf('Hello!\nDear {{ recipientName }},\nit snows', { name: ' Ilse ' })).toBe('Dear Ilse,');
    expect(greetingOf('Hello!', { name: 'Ilse' })).toBeNull();
  });

  it('calls the recipient as the writer does, in the message and in its greeting', () => {
    const called = { name: 'Ilse Brandt', greetingName: ' Oma ' };
    expect(personalise('Dear {{recipientName}},', called)).toBe('Dear Oma,');
    expect(greetingOf('Hello {{recipientName}}', called)).toBe('Hello Oma');
    const letter = { emailMessage: 'Dear {{recipientName}},', recipientName: 'Ilse Brandt' };
    expect(messageOf({ ...letter, greetingName: 'Oma' })).toBe('Dear Oma,');
    for (const greetingName of ['', null])
      expect(messageOf({ ...letter, greetingName })).toBe('Dear Ilse Brandt,');
  });

  it('replaces it by "friend" for a recipient without a name', () => {
    expect(personalise('Dear {{recipientName}},', { name: '  ' })).toBe('Dear friend,');
  });
});

describe('paragraphsOf', () => {
  it('splits at blank lines, for CRLF and LF, and keeps single newlines', () => {
    expect(paragraphsOf('a\r\nb\r\n \r\n\r\n\tc\n\n\n\nd\n')).toEqual(['a\nb', '\tc', 'd']);
  });

  it('returns none for an empty message', () => {
    expect(paragraphsOf('')).toEqual([]);
    expect(paragraphsOf(' \n\n \n')).toEqual([]);
  });

  it('removes control characters and lone surrogates', () => {
    expect(paragraphsOf('a\u0000\u0007b\ud800c')).toEqual(['ab\ufffdc']);
  });

  it('takes linear time for long whitespace', () => {
    expect(paragraphsOf(`x${' \n'.repeat(50_000)}y\n${' '.repeat(50_000)}z${'\n '.repeat(50_000)}`)).toEqual([
      'x',
      `y\n${' '.repeat(50_000)}z`,
    ]);
  });
});

describe('splitSalutation and splitSignOff', () => {
  it('splitSalutation: a short first line is the salutation when more follows', () => {
    expect(splitSalutation(['Dear Ilse,', 'Text'])).toEqual({ salutation: 'Dear Ilse,', body: ['Text'] });
    expect(splitSalutation(['Dear Ilse,'])).toEqual({ salutation: undefined, body: ['Dear Ilse,'] });
    const long = ['A first paragraph that goes on for rather longer than any greeting', 'Text'];
    expect(splitSalutation(long)).toEqual({ salutation: undefined, body: long });
  });

  it('splitSignOff: a short last paragraph is the sign-off', () => {
    expect(splitSignOff(['a', 'b', 'Maren'])).toEqual({ body: ['a', 'b'], signOff: 'Maren' });
    expect(splitSignOff(['a', 'Maren'])).toEqual({ body: ['a', 'Maren'], signOff: undefined });
  });
});

describe('letterSubject', () => {
  const writtenOn = new Date('2026-11-23T03:30:00Z');

  it('is one line for every name', () => {
    expect(
      letterSubject({ words: english, senderName: 'Maren\r\nBcc: someone@example.org', writtenOn }),
    ).toBe('A letter from Maren Bcc: someone@example.org, Monday 23 November');
    expect(letterSubject({ words: english, senderName: '', writtenOn })).toBe(
      'A letter from a friend, Monday 23 November',
    );
  });

  it('has the writer’s day', () => {
    expect(
      letterSubject({ words: english, senderName: 'Maren Oakes', writtenOn, timeZone: 'America/New_York' }),
    ).toBe('A letter from Maren Oakes, Sunday 22 November');
  });
});
