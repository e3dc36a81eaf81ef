import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anyOf } from './any-of.ts';

const LINE_MAX_CHARACTERS = 200;

/** The lists as they are written, also those that stand for a part of other lists' lines. */
const lists = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['any-of.ts', '*.test.ts'] })
  .sort()
  .flatMap((file) => {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    const written = [...text.matchAll(/^(?:export )?const (\w+) = (String\.raw)?`([^`]*)`;$/gm)];
    expect(written, file).toHaveLength(text.match(/^(?:export )?const /gm)?.length ?? 0);
    return written.map(([, name = '', raw, list = '']) => ({ file, name, raw, list }));
  });

const phrasesOf = (list: string) => list.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
/** A line with a phrase, or with several short ones. */
const singly = (line: string) => (/[()[\]]/.test(line) ? [line] : line.split('|'));

it('phrases: every list is read', () => {
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.flatMap(({ list }) => phrasesOf(list)).length).toBeGreaterThan(900);
});

describe.each(lists)('phrases: $file $name', ({ raw, list }) => {
  it('is a raw text of phrases and headings', () => {
    expect(raw).toBe('String.raw');
    expect(list).toMatch(/^\n[\s\S]*[^\n]\n$/);
    for (const line of list.split('\n').filter((each) => each.startsWith('#')))
      expect(line).toMatch(/^# [A-Z][\p{L}, ]+$/u);
  });

  it('has lines that are regular expressions by themselves', () => {
    for (const line of phrasesOf(list)) {
      const alone = line.replace(/\$\{anyOf\(\w+\)\}/g, '(?:a|b)');
      expect(() => new RegExp(alone, 'iu'), line).not.toThrow();
      expect(new RegExp(`^(?:${alone})$`, 'iu').test(''), line).toBe(false);
      expect(line).toBe(line.trim());
    }
  });

  it('has no phrase twice', () => {
    const phrases = phrasesOf(list).flatMap(singly);
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) < at)).toEqual([]);
  });

  it(`has no line over ${LINE_MAX_CHARACTERS} characters`, () => {
    expect(list.split('\n').filter((line) => line.length > LINE_MAX_CHARACTERS)).toEqual([]);
  });
});

it('anyOf: leaves headings, empty lines and spaces at the ends out', () => {
  expect(anyOf('\n# German\n a|b\n\nc[ ] \n#d\n')).toBe('(?:a|b|c[ ]|#d)');
});
