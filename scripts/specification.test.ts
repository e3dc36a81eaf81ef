import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * Checks the rows of docs/specification.md. Columns: the sentence; `file`: `text in its code`; `test file`: part of a
 * test's title. The text must stand in code, not in a comment, and the test must be able to fail for that file: it
 * imports it, over however many files, or runs the whole product.
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

/** The text of a file without its comments. Strings are matched first, because a URL in one looks like a comment. */
function codeOf(file: string): string {
  const stringOrComment =
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return textOf(file).replace(stringOrComment, (found) => (found.startsWith('/') ? '' : found));
}

const importsCache = new Map<string, string[]>();

/** Files of this repository that a file imports, types and workers included. */
function importsOf(file: string): string[] {
  const known = importsCache.get(file);
  if (known) return known;
  const found = [...codeOf(file).matchAll(/(?:from|import|import\()\s*'(\.[^']+)'/g)]
    .map(([, target = '']) => path.join(path.dirname(file), target))
    .filter((target) => /\.tsx?$/.test(target) && existsSync(path.join(root, target)));
  importsCache.set(file, found);
  return found;
}

/** Every file that a test runs: what it imports, directly or not. */
function reachOf(test: string): Set<string> {
  const reached = new Set([test]);
  for (const file of reached) for (const target of importsOf(file)) reached.add(target);
  return reached;
}

/** Whether a test can fail for a file: journeys in a browser run all of the built product. */
function runs(test: string, file: string): boolean {
  return test.startsWith('e2e/') || !/\.tsx?$/.test(file) || reachOf(test).has(file);
}

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
    if (!codeOf(file).includes(text.replaceAll('\\|', '|'))) return `no “${text}” in the code of ${file}`;
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

it('names tests that run the code of their row', () => {
  const faults = rows.flatMap(({ sentence, code, test }) => {
    const [, testFile = ''] = /^`([^`]+)`/.exec(test) ?? [];
    const files = [...code.matchAll(/`([^`]+)`: `/g)].map(([, file = '']) => file);
    return files.some((file) => runs(testFile, file))
      ? []
      : [`${sentence}: ${testFile} runs none of ${files.join(', ')}`];
  });
  expect(faults).toEqual([]);
});

it('gives each sentence once', () => {
  const sentences = rows.map(({ sentence }) => sentence).filter((sentence) => !sentence.startsWith('…'));
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});

it('finds a row that points to nothing, to a comment or to a test of other code', () => {
  expect(faultOfCode('`web/routes.tsx`: `path="/nowhere"`')).toMatch(/^no “/);
  expect(faultOfCode('`web/no-such-file.ts`: `x`')).toBe('no file web/no-such-file.ts');
  expect(faultOfCode('`server/main.ts`: `/**`')).toMatch(/^no “/);
  expect(runs('web/lib/api.test.ts', 'web/lib/api.ts')).toBe(true);
  expect(runs('web/lib/api.test.ts', 'server/main.ts')).toBe(false);
  expect(faultOfTest('`scripts/specification.test.ts`: is not one of ours')).toMatch(/^no test “/);
});
