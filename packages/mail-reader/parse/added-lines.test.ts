import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDED_BY_PROGRAMS, WRITTEN_BY_PEOPLE } from '../test/added-lines.ts';
import { isAddedLine } from './added-lines.ts';
import { replyText } from './reply-text.ts';

describe('lines that programs add', () => {
  test.each(ADDED_BY_PROGRAMS)('are removed: %s', (line) => {
    expect(isAddedLine(line)).toBe(true);
    expect(replyText({ text: `See you soon.\n\n${line}\n`, html: null }).body).toBe('See you soon.');
  });

  test.each(WRITTEN_BY_PEOPLE)('are not what people write: %s', (line) => {
    const { body, fullText } = replyText({ text: `See you soon.\n\n${line}\n`, html: null });
    expect(body).toBe(`See you soon.\n\n${line}`);
    expect(fullText).toBe(`See you soon.\n\n${line}`);
  });

  test('one word of a person among them keeps the line', () => {
    const words = fc.constantFrom(
      'love',
      'Lisbon',
      'Ilse',
      'aunt',
      'Liebe',
      'Wien',
      'jardin',
      'abuela',
      'hugs',
      '愛',
      'мама',
    );
    fc.assert(
      fc.property(fc.constantFrom(...ADDED_BY_PROGRAMS), words, fc.nat(), (line, word, place) => {
        const pieces = line.split(' ');
        pieces.splice(place % (pieces.length + 1), 0, word);
        const written = pieces.join(' ');
        // Gmail's own 'Ilse reacted via Gmail' is not among the lines.
        expect(replyText({ text: `See you.\n\n${written}`, html: null }).body).toContain(word);
      }),
    );
  });
});
