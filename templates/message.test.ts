import { describe, expect, it } from 'vitest';
import { DEFAULT_MESSAGE, paragraphsOf, personalise, splitSalutation, splitSignOff } from './message.ts';
import { letterSubject } from './subject.ts';

describe('personalise', () => {
  it('replaces every placeholder by the name as it is', () => {
    expect(personalise('Dear {{recipientName}}, dear {{ recipientName }}!', 'Ilse $& Brandt')).toBe(
      'Dear Ilse $& Brandt, dear Ilse $& Brandt!',
    );
  });

  it('opens the default message', () => {
    expect(DEFAULT_MESSAGE.startsWith('Dear {{recipientName}},\n\n')).toBe(true);
    expect(personalise(DEFAULT_MESSAGE, 'Ilse')).not.toContain('{{');
  });

  it('greets a nameless recipient as a friend', () => {
    expect(personalise('Dear {{recipientName}},', '  ')).toBe('Dear friend,');
  });
});

describe('paragraphsOf', () => {
  it('parts at blank lines, whatever the newlines, and keeps single ones', () => {
    expect(paragraphsOf('a\r\nb\r\n \r\n\r\n\tc\n\n\n\nd\n')).toEqual(['a\nb', '\tc', 'd']);
  });

  it('finds none in an empty message', () => {
    expect(paragraphsOf('')).toEqual([]);
    expect(paragraphsOf(' \n\n \n')).toEqual([]);
  });

  it('drops what no mail can hold', () => {
    expect(paragraphsOf('a\u0000\u0007b\ud800c')).toEqual(['ab\ufffdc']);
  });

  it('takes no longer for hostile whitespace', () => {
    const started = performance.now();
    expect(paragraphsOf(`x${' \n'.repeat(50_000)}y\n${' '.repeat(50_000)}z${'\n '.repeat(50_000)}`)).toEqual([
      'x',
      `y\n${' '.repeat(50_000)}z`,
    ]);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('opening and closing lines', () => {
  it('takes a short first line as the salutation when more follows', () => {
    expect(splitSalutation(['Dear Ilse,', 'Text'])).toEqual({ salutation: 'Dear Ilse,', body: ['Text'] });
    expect(splitSalutation(['Dear Ilse,'])).toEqual({ salutation: undefined, body: ['Dear Ilse,'] });
    const long = ['A first paragraph that goes on for rather longer than any greeting', 'Text'];
    expect(splitSalutation(long)).toEqual({ salutation: undefined, body: long });
  });

  it('takes a short last line as the name under a letter', () => {
    expect(splitSignOff(['a', 'b', 'Maren'])).toEqual({ body: ['a', 'b'], signOff: 'Maren' });
    expect(splitSignOff(['a', 'Maren'])).toEqual({ body: ['a', 'Maren'], signOff: undefined });
  });
});

describe('letterSubject', () => {
  it('stays on one line whatever the name holds', () => {
    expect(letterSubject('Maren Oakes')).toBe('A letter from Maren Oakes');
    expect(letterSubject('Maren\r\nBcc: someone@example.org')).toBe(
      'A letter from Maren Bcc: someone@example.org',
    );
    expect(letterSubject('')).toBe('A letter from a friend');
  });
});
