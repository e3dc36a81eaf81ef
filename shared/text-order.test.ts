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

it('fold: takes linear time for a run of marks', () => {
  expect(fold(`Łu${'\u0301\u0323'.repeat(200_000)}kasz`)).toBe('lukasz');
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

const NAMES: Record<string, string> = {
  de: 'Ägidius Albrecht Anna Änne Arndt Björn Bea Bodo Clara Cäcilie Dörte Dora Elżbieta Emil Émile Frauke Friedrich Gärtner Günther Gustav Hannelore Ilse Jörg Jürgen Käthe Karl Lukas Łukasz Maren Mäxchen Nils Öztürk Oskar Rosa Rößler Rossler Sören Über Ulf Zoë',
  pl: 'Ala Ania Ądam Bartek Bożena Celina Cyryl Ćwir Dariusz Ewa Ęwa Felek Gosia Halina Igor Jaś Jan Kasia Krzyś Leon Luiza Łucja Łukasz Maria Małgorzata Natalia Ńusia Ola Ósma Paweł Rafał Stanisław Sylwia Ścibor Świętosław Tomek Urszula Zofia Źrebak Żaneta',
  es: 'Álvaro Ana Ángel Andrés Beatriz Begoña Carlos César Chus Clara Dámaso Diego Elena Íñigo Inés Isabel Jesús José Josefa Lázaro Llorenç Lorena Luis Maite Manuel María Marta Nicolás Nora Noé Ñora Núñez Nuria Óscar Pablo Peña Pena Raúl Úrsula Zoe',
  ja: 'あいこ あおい アキラ いちろう うた エミ えみり おさむ かおり カズ がく きよし くみ ケン げん こうじ ゴロウ さくら ざいぜん しょう じゅん すみれ せいこ たかし だいすけ ちえ つばさ とも なお はな ばん ぱく ひかる ふみ まこと みどり ゆう よしこ りん 陽子',
  ar: 'أحمد إبراهيم آدم أمل باسم بدر تامر توفيق ثريا جميل جنى حسن حنان خالد خديجة داود دينا ذكرى رامي ريم زينب زياد سامي سلمى شادي صفاء ضياء طارق ظافر عائشة علي غادة فاطمة قاسم كريم ليلى محمد نور هدى وليد يوسف',
};

it.each(Object.entries(NAMES))('forty names in %s are in the order of its readers', (language, list) => {
  const names = list.split(' ');
  expect(names.length).toBeGreaterThanOrEqual(40);
  const { compare } = new Intl.Collator(language);
  const rows = names.map((name, id) => ({ id, name })).toReversed();
  const sorted = rows.toSorted(byName(language)).map(({ name }) => name);
  expect(sorted).toEqual(names.toSorted(compare));
  expect(sorted).not.toEqual(names.toSorted());
  for (const name of names) expect(fold(name), name).toBe(fold(name.toUpperCase()));
});
