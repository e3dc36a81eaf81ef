import { describe, expect, it } from 'vitest';
import { contextKey } from '../packages/words/catalogue.ts';
import { LANGUAGES } from './languages.ts';
import {
  directionOf,
  joinSentences,
  listInWords,
  localeOf,
  msg,
  said,
  saidN,
  withFirstOfMonth,
  words,
  writtenNumber,
} from './words.ts';

const polish = words('pl', {
  'Sent to {name}': 'Wysłano do: {name}',
  '{n} photos of {name}': {
    one: '{n} zdjęcie: {name}',
    few: '{n} zdjęcia: {name}',
    many: '{n} zdjęć: {name}',
    other: '{n} zdjęcia: {name}',
  },
  [contextKey('verb', 'Open')]: 'Otwórz',
});

describe('words', () => {
  it('text: is worded in the language, with its values', () => {
    expect(polish.t('Sent to {name}', { name: 'Ilse' })).toBe('Wysłano do: Ilse');
    expect(polish.t(msg('Not translated {n}'), { n: 12_345 })).toBe('Not translated 12\u00a0345');
  });

  it('value: braces in it are not filled', () => {
    expect(words('en').t('{name} to {other}', { name: '{other}', other: 'Ilse' })).toBe('{other} to Ilse');
  });

  it('number: takes the form of its category', () => {
    const photos = (count: number) =>
      polish.n(count, '1 photo of {name}', '{n} photos of {name}', { name: 'Ilse' });
    expect([1, 2, 5, 22, 1.5].map(photos)).toEqual([
      '1 zdjęcie: Ilse',
      '2 zdjęcia: Ilse',
      '5 zdjęć: Ilse',
      '22 zdjęcia: Ilse',
      '1,5 zdjęcia: Ilse',
    ]);
    expect([0, 1, 2].map((count) => words('en').n(count, '1 photo', '{n} photos'))).toEqual([
      '0 photos',
      '1 photo',
      '2 photos',
    ]);
  });

  it('context: tells two meanings of one word apart', () => {
    expect(polish.p('verb', 'Open')).toBe('Otwórz');
    expect(polish.p('adjective', 'Open')).toBe('Open');
  });

  it('sentence: is worded once its reader is known, from what JSON kept', () => {
    const sentence = said('Sent to {name}', { name: 'Ilse' });
    const counted = saidN(2, '1 photo of {name}', '{n} photos of {name}', { name: 'Ilse' });
    const kept = JSON.parse(JSON.stringify(said('{sentence}: {counted}', { sentence, counted })));
    expect(polish.say(kept)).toBe('Wysłano do: Ilse: 2 zdjęcia: Ilse');
    expect(words('en').say(kept)).toBe('Sent to Ilse: 2 photos of Ilse');
  });

  it('pieces: tell text and names of values apart', () => {
    expect(polish.pieces('Sent to {name}')).toEqual(['Wysłano do: ', 'name', '']);
  });

  it('value: is set apart on a page that is written from right to left, or where it is itself', () => {
    const to = (language: string, isolated: boolean, name = 'Ilse') =>
      words(language, {}, { isolated }).t('To {name}, {n}', { name, n: 1 });
    // Else it reads as 'To 1 ,مريم' (UAX 9, W2).
    expect([to('pl', true, 'مريم'), to('pl', false, 'مريم')]).toEqual([
      'To \u2068مريم\u2069, 1',
      'To مريم, 1',
    ]);
    expect([to('ar', true), to('ar', false), to('pl', true)].map((text) => text.replace('١', '1'))).toEqual([
      'To \u2068Ilse\u2069, 1',
      'To Ilse, 1',
      'To Ilse, 1',
    ]);
  });

  it('list: keeps the order of each item apart, and its own, where lines run from the right', () => {
    expect(listInWords(['Maren', 'Ilse'], 'ar')).toBe('\u2068Maren\u2069 و\u2068Ilse\u2069');
    expect(listInWords(['Maren', 'Ilse'], 'pl')).toBe('Maren i Ilse');
  });

  it('number: a form that writes one as a word is not taken for nothing, where a language has one form for both', () => {
    const french = words('fr', { '{n} photos': { one: 'une photo', other: '{n} photos' } });
    expect([0, 1, 2].map((count) => french.n(count, '1 photo', '{n} photos'))).toEqual([
      '0 photos',
      'une photo',
      '2 photos',
    ]);
  });

  it('sentences: are joined by a space, in Japanese by nothing; empty ones are left out', () => {
    expect(joinSentences(['Thank you.', '', false, 'It left.'], 'de')).toBe('Thank you. It left.');
    expect(joinSentences(['どうも。', null, '出ました。'], 'ja')).toBe('どうも。出ました。');
  });

  it('direction: Arabic and Hebrew are written from right to left', () => {
    expect(['ar', 'ar-EG', 'he', 'ja', 'pt-BR'].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});

it.each([
  ['Anna', 'Une lettre d’Anna'],
  ['Émile', 'Une lettre d’Émile'],
  ['Hélène', 'Une lettre d’Hélène'],
  ['Yves', 'Une lettre d’Yves'],
  ['Yann', 'Une lettre de Yann'],
  ['Maren', 'Une lettre de Maren'],
])('French: de is elided before %s', (name, expected) => {
  const { t, pieces } = words('fr', { 'A letter from {name}': 'Une lettre de {name}' });
  expect(t('A letter from {name}', { name })).toBe(expected);
  expect(pieces('A letter from {name}', () => name)[0] + name).toBe(expected);
  expect(words('es', { 'From {name}': 'de {name}' }).t('From {name}', { name: 'Anna' })).toBe('de Anna');
});

it('the stand-in for a name begins a sentence with a capital, a name as its owner writes it', () => {
  const { t } = words('fr', { 'a friend': 'une amie', '{name} wrote': '{name} a écrit' });
  expect(t('{name} wrote', { name: t('a friend') })).toBe('Une amie a écrit');
  expect(t('From {name}', { name: t('a friend') })).toBe('From une amie');
  expect(t('{name} wrote', { name: 'bell hooks' })).toBe('bell hooks a écrit');
});

it('dates: the first of a month is 1er in French and 1º in Brazil, and no other number is', () => {
  const write = (language: string, iso: string, parts: Intl.DateTimeFormatOptions) =>
    withFirstOfMonth(
      new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).format(new Date(iso)),
      language,
    );
  const long = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  expect(write('fr', '2026-12-01', long)).toBe('mardi 1er décembre 2026');
  expect(write('fr', '2026-12-01', { day: 'numeric', month: 'short' })).toBe('1er déc.');
  expect(write('fr', '2026-12-21', long)).toBe('lundi 21 décembre 2026');
  expect(write('fr', '2026-12-11T01:01Z', { dateStyle: 'medium', timeStyle: 'short' })).toBe(
    '11 déc. 2026, 01:01',
  );
  expect(write('pt-BR', '2026-12-01', long)).toBe('terça-feira, 1º de dezembro de 2026');
  expect(write('pt-BR', '2026-12-21', long)).toBe('segunda-feira, 21 de dezembro de 2026');
  expect(write('de', '2026-12-01', long)).toBe('Dienstag, 1. Dezember 2026');
});

it.each([...LANGUAGES, 'en-XA'])(
  'numbers: in %s those without a format are as Intl formats them',
  (language) => {
    const format = new Intl.NumberFormat(localeOf(language));
    for (const value of [...Array(1_001).keys(), -7, 0.5, 123_456])
      expect(writtenNumber(value, language)).toBe(format.format(value));
  },
);
