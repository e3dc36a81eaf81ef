import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from './core/project-folder.ts';

const read = (file: string) => readFileSync(path.join(projectFolder, file), 'utf8');

const { source: _, ...sections }: Record<string, number[]> = JSON.parse(read('server/asvs-5.0.json'));
const required = Object.entries(sections).flatMap(([section, numbers]) =>
  numbers.map((number) => `${section}.${number}`),
);

/** The cells of each row of a table, without those of its head. */
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| (\d|—)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** `2.2.1` or, as far as they are required, `2.2.1–2.3.4`. */
function expand(numbers: string): string[] {
  const [first = '', last = first] = numbers.split('–');
  const [from, to] = [required.indexOf(first), required.indexOf(last)];
  return from < 0 || to < from ? [`${numbers} is not required`] : required.slice(from, to + 1);
}

it('docs/security.md: names each requirement of levels 1 and 2 of the ASVS 5.0.0 once', () => {
  const named = rows.flatMap(([, numbers = '']) =>
    numbers === '—' ? [] : numbers.split(', ').flatMap(expand),
  );
  expect(required).toHaveLength(253);
  expect(named.toSorted()).toEqual(required.toSorted());
});

it('docs/security.md: names tests that there are', () => {
  const tests = rows.flatMap(([, , , test = '']) =>
    [...test.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const commands = Object.keys(JSON.parse(read('package.json')).scripts).map((name) => `npm run ${name}`);
  const isThere = (name: string) =>
    name.startsWith('npm')
      ? commands.includes(name.split(' -- ')[0] ?? '')
      : existsSync(path.join(projectFolder, name));
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((name) => !isThere(name))).toEqual([]);
});
