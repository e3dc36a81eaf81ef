import { expect, it } from 'vitest';
import { byName, fold } from './text-order.ts';

it.each([
  ['de', ['Zofia', 'Ägidius', 'Bea', 'anna', 'Łukasz'], ['Ägidius', 'anna', 'Bea', 'Łukasz', 'Zofia']],
  [
    'pl',
    ['Zofia', 'Łukasz', 'Luiza', 'Żaneta', 'Ćwir', 'Cyryl'],
    ['Cyryl', 'Ćwir', 'Luiza', 'Łukasz', 'Zofia', 'Żaneta'],
  ],
  ['es', ['Nzo', 'Ñora', 'Oscar', 'Nora'], ['Nora', 'Nzo', 'Ñora', 'Oscar']],
  ['ja', ['ゆう', 'あい', 'カイ', '陽子'], ['あい', 'カイ', 'ゆう', '陽子']],
  ['ar', ['محمد', 'أحمد', 'باسم'], ['أحمد', 'باسم', 'محمد']],
])('names are in the order of %s, and equal ones by id', (language, names, expected) => {
  const rows = names.map((name, id) => ({ id, name }));
  expect(rows.toSorted(byName(language)).map(({ name }) => name)).toEqual(expected);
  const twice = [
    { id: 2, name: 'Bea' },
    { id: 1, name: 'Bea' },
  ];
  expect(twice.toSorted(byName(language)).map(({ id }) => id)).toEqual([1, 2]);
});

it.each([
  ['Łukasz', 'lukasz'],
  ['Émile', 'emile'],
  ['STRASSE', 'straße'],
  ['ﾔﾏﾀﾞ', 'ヤマダ'],
  ['ＡＢＣ １', 'abc 1'],
  ['أحمد', 'احمد'],
  ['İstanbul', 'istanbul'],
  ['Søren\n  Æbeltoft ', 'soren aebeltoft'],
])('%s is found by %s', (text, typed) => {
  expect(fold(text)).toBe(fold(typed));
});

it('a voiced kana is not found by another', () => {
  expect(fold('が')).not.toBe(fold('か'));
});
