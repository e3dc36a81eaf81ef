import { expect, it } from 'vitest';
import { byName, findFolded, fold } from './text-order.ts';

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
  ['ΟΔΟΣ', 'οδοσ'],
  ['Søren\n  Æbeltoft ', 'soren aebeltoft'],
])('%s is found by %s', (text, typed) => {
  expect(fold(text)).toBe(fold(typed));
});

it('a voiced kana is not found by another', () => {
  expect(fold('が')).not.toBe(fold('か'));
});

it.each([
  ['The plum tree', 'plum', 'plum'],
  ['  In der \n\n Hauptstraße 3', 'strasse', 'straße'],
  ['Œuvre de Émile', 'emile', 'Émile'],
  ['Cafe\u0301s', 'cafe', 'Cafe\u0301'],
  ['ﬁne ﬁsh', 'fish', 'ﬁsh'],
  ['夕方に手紙を書いた。', '手紙', '手紙'],
  ['ﾔﾏﾀﾞさん', 'ヤマダ', 'ﾔﾏﾀﾞ'],
  ['كتبتُ رسالةً', 'رساله', 'رسالةً'],
  ['no match', 'plum', null],
  [`${'é '.repeat(999)}Straße at the end of a piece`, 'strasse at', 'Straße at'],
])('in %s, %s is %s', (text, word, found) => {
  const place = findFolded(text, word);
  expect(place && text.slice(...place)).toBe(found);
});
