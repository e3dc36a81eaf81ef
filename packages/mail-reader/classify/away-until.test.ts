import { expect, test } from 'vitest';
import { awayUntil } from './away-until.ts';

test.each([
  ['I am away until 4 May.', '2026-05-04'],
  ['I will be out of the office from April 28th to May 4th, 2026.', '2026-05-04'],
  ['Back on Monday, May 4.', '2026-05-04'],
  ['Ich bin bis einschließlich 04.05.2026 nicht im Büro.', '2026-05-04'],
  ['Ich bin bis Montag, den 4. Mai im Urlaub', '2026-05-04'],
  ['Je suis absente jusqu’au 4 mai', '2026-05-04'],
  ['De retour le lundi 4 mai 2026', '2026-05-04'],
  ['Estaré fuera hasta el 4 de mayo', '2026-05-04'],
  ['Sono in ferie fino al 4 maggio', '2026-05-04'],
  ['Ausente até 4 de maio de 2026', '2026-05-04'],
  ['Afwezig tot en met 4 mei', '2026-05-04'],
  ['Jestem na urlopie do 4 maja', '2026-05-04'],
  ['Jeg er på ferie til og med 4. maj.', '2026-05-04'],
  ['Я в отпуске до 4 мая', '2026-05-04'],
  ['away until 2026-05-04', '2026-05-04'],
  ['5月1日〜5月4日', '2026-05-04'],
  ['until 13/05', '2026-05-13'],
  ['until 2 January', '2027-01-02'],
  ['until 4/5', null],
  ['until 31 February', null],
  ['until further notice', null],
  ['until the plums are ripe', null],
  ['until 4 May 1999', null],
])('awayUntil: %s is %s', (note, expected) => {
  expect(awayUntil(note, new Date('2026-03-14T10:00:00Z'))).toBe(expected);
});
