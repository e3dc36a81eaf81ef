import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileNamePart, fileNameWithEnding } from './file-name.ts';

it('fileNamePart: leaves out what file systems refuse and what turns or hides text, not the joiners of emoji', () => {
  expect(fileNamePart('../../etc/passwd')).toBe('etc passwd');
  expect(fileNamePart('..\\a:b*c?"<d>|e. . ')).toBe('a b c d e');
  expect(fileNamePart('gpj.\u202eexe\u0000\n')).toBe('gpj. exe');
  expect(fileNamePart('Zoe\u0308 👩‍👩‍👧')).toBe('Zo\u00eb 👩‍👩‍👧');
  expect(fileNamePart('\ud83d Ilse')).toBe('\ufffd Ilse');
  expect(fileNamePart(' ... ')).toBe('');
});

it('fileNamePart: cuts no character in two', () => {
  expect(fileNamePart('👩‍👩‍👧'.repeat(20), 20)).toBe('👩‍👩‍👧'.repeat(2));
  expect(fileNamePart(`n${'\u0303'.repeat(80)}`)).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const name = fileNamePart(text);
      expect(name.length).toBeLessThanOrEqual(60);
      expect(name).toBe(name.toWellFormed());
      expect(name).not.toMatch(/[\p{Cc}/\\:*?"<>|]|^[. ]|[. ]$/u);
    }),
  );
});

it('fileNameWithEnding: keeps the ending of a long name', () => {
  expect(fileNameWithEnding(`${'plums '.repeat(20)}.PDF`, 20)).toBe('plums plums plum.PDF');
  expect(fileNameWithEnding('archive.tar.gz')).toBe('archive.tar.gz');
});
