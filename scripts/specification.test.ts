import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * docs/specification.md says where each sentence of the specification lives and what holds it; here its rows are
 * held to the code. Columns: the sentence; `file`: `text in it`; `test file`: part of a test's title.
 */
const root = path.resolve(import.meta.dirname, '..');

interface Row {
  sentence: string;
  code: string;
  test: string;
}

const rows: Row[] = readFileSync(path.join(root, 'docs', 'specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Sentence '))
  .map((line) => {
    const [, sentence = '', code = '', test = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { sentence, code, test };
  });

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Titles of the tests in a file, and of what they are grouped under. */
function titlesOf(file: string): string[] {
  const calls = /\b(?:it|test|describe)(?:\.\w+)?(?:\([^;]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
  return [...textOf(file).matchAll(calls)].map(([, , title = '']) => title);
}

/** What is wrong with the code column of a row, or null. */
function faultOfCode(cell: string): string | null {
  const places = cell.split('<br>').map((place) => /^`([^`]+)`: `([^`]+)`$/.exec(place));
  for (const place of places) {
    if (!place) return `unreadable: ${cell}`;
    const [, file = '', text = ''] = place;
    if (!existsSync(path.join(root, file))) return `no file ${file}`;
    if (!textOf(file).includes(text.replaceAll('\\|', '|'))) return `no “${text}” in ${file}`;
  }
  return null;
}

/** What is wrong with the test column of a row, or null. */
function faultOfTest(cell: string): string | null {
  const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(cell) ?? [];
  if (!title) return `unreadable: ${cell}`;
  if (!existsSync(path.join(root, file))) return `no test file ${file}`;
  return titlesOf(file).some((one) => one.includes(title)) ? null : `no test “${title}” in ${file}`;
}

it('has rows for sections 2 to 9', () => {
  const sections = [...textOf('docs/specification.md').matchAll(/^## Section (\d)/gm)].map(([, n]) => n);
  expect(sections).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  expect(rows.length).toBeGreaterThan(180);
});

it('points to code that is there', () => {
  expect(rows.map(({ code }) => faultOfCode(code)).filter((fault) => fault !== null)).toEqual([]);
});

it('points to tests that are there', () => {
  expect(rows.map(({ test }) => faultOfTest(test)).filter((fault) => fault !== null)).toEqual([]);
});

it('gives each sentence once', () => {
  const sentences = rows.map(({ sentence }) => sentence).filter((sentence) => !sentence.startsWith('…'));
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});

it('sees a row that points to nothing', () => {
  expect(faultOfCode('`web/routes.tsx`: `path="/nowhere"`')).toMatch(/^no “/);
  expect(faultOfCode('`web/no-such-file.ts`: `x`')).toBe('no file web/no-such-file.ts');
  expect(faultOfTest('`scripts/specification.test.ts`: is not one of ours')).toMatch(/^no test “/);
});
