import { expect, it } from 'vitest';
import { attachmentHeader, downloadName, originalName } from './file-names.ts';

it.each([
  ['page.jpg', 'page.jpg'],
  ['a/b\\c.jpg', 'c.jpg'],
  ['a\u2028/b.jpg', 'b.jpg'],
  ['%22so%22.jpg', '"so".jpg'],
  ['a%0D%0Ab%2F.jpg', 'a b%2F.jpg'],
  ['nul\0.jpg', 'nul .jpg'],
  ['  \t', 'photo'],
  ['folder/', 'photo'],
  [undefined, 'photo'],
  ['e\u0301.jpg', 'é.jpg'],
])('originalName(%j) is %j', (given, shown) => {
  expect(originalName(given)).toBe(shown);
});

it('originalName: a long name is cut between characters, not within an emoji', () => {
  const name = originalName('✉'.repeat(254).concat('😀😀'));
  expect(name.isWellFormed()).toBe(true);
  expect([...name]).toHaveLength(255);
});

it('originalName: takes linear time for a run of marks', () => {
  expect([...originalName(`a${'\u0301\u0323'.repeat(100_000)}.jpg`)]).toHaveLength(255);
});

it.each([
  ['IMG_1.HEIC', 'IMG_1.jpg'],
  ['letter', 'letter.jpg'],
  ['.png', 'photo.jpg'],
  ['Vol. 2 of my letters', 'Vol. 2 of my letters.jpg'],
])('downloadName(%j) is %j', (name, saved) => {
  expect(downloadName(name)).toBe(saved);
});

it('attachmentHeader: contains no character that ends the header', () => {
  const header = attachmentHeader('attachment', 'a"; x=\r\nSet-Cookie: y\\😀\ud800.jpg');
  expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w.%~!-]*$/);
});
