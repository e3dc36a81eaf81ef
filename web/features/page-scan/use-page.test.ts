import { expect, it } from 'vitest';
import { WHOLE_PHOTO } from './page-corners.ts';
import { searchHint, sureCorners } from './use-page.ts';

it('page search: only a page that is surely one is laid unasked; of a guess is said that it is one', () => {
  const guess = { corners: WHOLE_PHOTO, isSure: false };
  expect(sureCorners({ ...guess, isSure: true })).toBe(WHOLE_PHOTO);
  expect([sureCorners(guess), sureCorners('not found')]).toEqual([null, null]);
  expect(searchHint(guess, false)).toMatch(/^We are not sure/);
  expect(searchHint(guess, true)).toMatch(/^The page was found/);
});
