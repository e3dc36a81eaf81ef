import { expect, it } from 'vitest';
import { chooseLanguage, LANGUAGES, readAcceptLanguage } from './languages.ts';

it.each([
  ['pl', ['pl']],
  ['de-AT, de;q=0.9, en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.5,fr;q=1.0, ja ;q=0', ['fr', 'en']],
  ['*', []],
  ['', []],
  ['de; q=2, x, ../../etc, fr;level=1', []],
  [`${'*,'.repeat(250)}pl`, []],
])('Accept-Language %j', (header, languages) => {
  expect(readAcceptLanguage(header)).toEqual(languages);
});

it.each([
  [['pt-PT', 'de'], 'pt-BR'],
  [['pt-br'], 'pt-BR'],
  [['tlh', 'de-CH'], 'de'],
  [['zh', 'ko'], null],
  [['__proto__', 'toString'], null],
])('of the wanted languages %j, %j is chosen', (wanted, chosen) => {
  expect(chooseLanguage(wanted, LANGUAGES)).toBe(chosen);
});

it('a language that is not offered is not chosen', () => {
  expect(chooseLanguage(['pl', 'de'], ['en', 'de'])).toBe('de');
});
