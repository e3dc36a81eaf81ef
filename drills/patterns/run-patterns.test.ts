import { expect, it } from 'vitest';
import {
  type ProductPattern,
  patternsIn,
  productPatterns,
} from '../../scripts/regular-expressions/product-patterns.ts';
import { rounds } from '../../test/support/rounds.ts';
import { runPatterns } from './run-patterns.ts';

const CHARACTERS = rounds(200_000, 1_000_000);
/** Of CPU time. A linear pattern takes some milliseconds; one that is not takes half a minute for 200 kB. */
const LIMIT = 10_000;

/** Patterns whose texts are cut before they meet them. */
const BOUNDED: { file: string; begins: string; characters: number; why: string }[] = [
  {
    file: 'server/core/log.ts',
    begins: ':\\/\\/',
    characters: 20_000,
    why: 'LINE_MAX_CHARACTERS: a line of the log is cut before it is masked',
  },
];
const boundOf = ({ file, source }: ProductPattern) =>
  BOUNDED.find((bound) => bound.file === file && source.startsWith(bound.begins));

const pattern = (literal: string) => {
  const [found] = patternsIn('an-example.ts', `text.match(${literal})`).literals;
  if (!found) throw new Error(`${literal} is no regular expression`);
  return { ...found, characters: CHARACTERS };
};

it('every regular expression of the product is linear on adversarial texts of 200 kB', async () => {
  const patterns = (await productPatterns()).map((found) => ({
    ...found,
    characters: boundOf(found)?.characters ?? CHARACTERS,
  }));
  expect(patterns.length).toBeGreaterThan(250);
  expect(new Set(patterns.map(boundOf).filter(Boolean)).size).toBe(BOUNDED.length);
  const slow = await runPatterns(patterns, LIMIT);
  expect(
    slow.map(({ pattern: { file, line, source, flags }, text }) => [
      `${file}:${line} /${source}/${flags}`,
      text,
    ]),
  ).toEqual([]);
}, 300_000);

it('a pattern in a literal, at a split and in a call of RegExp is found', async () => {
  const text = "a.split(/b+/); const c = /d/gu; new RegExp(c); <p>{new RegExp(e).test(f)}</p>; RegExp('g');";
  expect(patternsIn('an-example.tsx', text)).toMatchObject({
    literals: [
      { source: 'b+', flags: '', global: true },
      { source: 'd', flags: 'gu', global: true },
    ],
    constructed: 2,
  });
  const files = new Set((await productPatterns()).map(({ file }) => file));
  expect(files).toContain('packages/mail-reader/parse/reply-images.ts');
  expect(files).toContain('packages/address-files/deliverable-address.ts');
});

const SUPER_LINEAR = [
  // the pattern of an e-mail address as it once was
  String.raw`/^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}]+$/u`,
  // the masks of the log as they once were
  String.raw`/:\/\/[^\s/@"\\]+:[^\s@"\\]*@/g`,
  String.raw`/[\p{L}\p{N}.!#$%&'*+/=?^_{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu`,
  String.raw`/[ \t]*=\n/g`,
  '/<head[^>]*>/i',
  String.raw`/<body[^>]*>([\s\S]*)<\/body>/i`,
  '/^-{2,}.*-{2,}$/',
  String.raw`/^(\S+) +(.*)$/`,
  String.raw`/\/+$/`,
  String.raw`/^Firebase: (.+?)\s*\(auth\/[\w-]+\)\.?$/`,
  '/(a+)+b/',
];

it('super-linear patterns are found, among linear ones', async () => {
  const mixed = ['/a+/', ...SUPER_LINEAR, '/^b+$/'].map(pattern);
  // Less than the check allows: on a busy machine some of a thread's time passes before it is looked at.
  const slow = await runPatterns(mixed, 150);
  expect(slow.map((found) => found.pattern.source)).toEqual(mixed.slice(1, -1).map(({ source }) => source));
}, 300_000);
