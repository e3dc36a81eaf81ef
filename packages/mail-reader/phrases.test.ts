import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { anyOf, wordsOf } from './phrases.ts';

const LINE_MAX_CHARACTERS = 200;

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

/** The lists as they are written, also those that stand for a part of other lists' lines. */
const lists = globSync('phrases/*.txt', { cwd: import.meta.dirname })
  .sort()
  .flatMap((file) => {
    const [, ...sections] = read(file).split(/^== /m);
    return sections.map((section) => {
      const [heading = '', ...lines] = section.replace(/\n+$/, '').split('\n');
      return { file, heading, name: heading.split(':')[0] ?? '', lines };
    });
  });

const phrasesOf = (lines: string[]) => lines.filter((line) => line !== '' && !line.startsWith('#'));
/** A line with a phrase, or with several short ones. */
const singly = (line: string) => (/[()[\]]/.test(line) ? [line] : line.split('|'));

it('phrases: every list is read, and used by a rule or by another list', () => {
  expect(lists.length).toBeGreaterThan(55);
  expect(lists.flatMap(({ lines }) => phrasesOf(lines)).length).toBeGreaterThan(1000);
  const rules = globSync('{*,*/*}.ts', { cwd: import.meta.dirname })
    .map(read)
    .join('\n');
  const written = lists.flatMap(({ lines }) => lines).join('\n');
  const used = ({ name }: { name: string }) => rules.includes(`('${name}')`) || written.includes(`{${name}}`);
  expect(lists.filter((list) => !used(list)).map(({ name }) => name)).toEqual([]);
});

describe.each(lists)('phrases: $file $name', ({ heading, name, lines }) => {
  it('has a name, phrases and headings', () => {
    expect(heading).toMatch(/^[a-z][a-z ]+(?:: \S.*)?$/);
    expect(anyOf(name)).not.toBe('(?:)');
    for (const line of lines.filter((each) => each.startsWith('#')))
      expect(line).toMatch(/^# [A-Z][\p{L}, ]+$/u);
  });

  it('has lines that are regular expressions by themselves', () => {
    for (const line of phrasesOf(lines)) {
      const alone = line.replace(/\{[a-z ]{2,}\}/g, '(?:a|b)');
      expect(() => new RegExp(alone, 'iu'), line).not.toThrow();
      expect(new RegExp(`^(?:${alone})$`, 'iu').test(''), line).toBe(false);
      expect(line).toBe(line.trim());
      expect(line).not.toMatch(/^=/);
    }
  });

  it('has no phrase twice', () => {
    const phrases = phrasesOf(lines).flatMap(singly);
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) < at)).toEqual([]);
  });

  it(`has no line over ${LINE_MAX_CHARACTERS} characters`, () => {
    expect(lines.filter((line) => line.length > LINE_MAX_CHARACTERS)).toEqual([]);
  });
});

it('anyOf: leaves headings out, and puts a list where a line names it', () => {
  expect(anyOf('news words')).toMatch(/^\(\?:new\|now\|neue\[rns\]\?\|/);
  expect(anyOf('waits')).toContain(`|(?:will|would|shall) ${anyOf('tries again')}|`);
});

it('wordsOf: parts the words of a line', () => {
  expect(wordsOf('first words')).toEqual(
    new Set('from von vom de da dal desde van från fra depuis'.split(' ')),
  );
});

it('anyOf: fails for a list that there is not', () => {
  expect(() => anyOf('no such words')).toThrow("no list 'no such words'");
});
