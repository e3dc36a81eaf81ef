import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** No image can be built where the tests run; what a reader would overlook is held here. */
const root = path.resolve(import.meta.dirname, '..');
const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').split('\n');

it('copies nothing by name that the image’s context leaves out', () => {
  const kept = linesOf('.dockerignore').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const copied = linesOf('Dockerfile').flatMap((line) => {
    const [instruction, ...paths] = line.split(' ');
    return instruction === 'COPY' && !line.includes('--from=') ? paths.slice(0, -1) : [];
  });
  expect(copied).toContain('package.json');
  const named = copied.filter((source) => source !== '.');
  expect(
    named.filter((source) => !kept.some((one) => source === one || source.startsWith(`${one}/`))),
  ).toEqual([]);
  expect([...named, ...kept].filter((source) => !existsSync(path.join(root, source)))).toEqual([]);
});

it.each(['Dockerfile', 'deploy/slow-letters.service'])('%s: starts the product as npm start does', (file) => {
  const text = linesOf(file).join('\n');
  expect(text).toContain('MALLOC_ARENA_MAX=1');
});

it('is built on bases that stay what they are', () => {
  const bases = linesOf('Dockerfile').filter((line) => line.startsWith('FROM '));
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}\b/);
});
