import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDraftsOf, forgetDraftsOfOthers } from './kept-drafts.ts';

/** As in browsers, keys are the enumerable properties. */
class StorageStandIn {
  [key: string]: unknown;
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => {
  const keys = [
    'answer-draft:maren:1',
    'support-draft:maren',
    'unsaved-letter:maren:7',
    'answer-draft:marenka:2',
    'theme',
  ];
  const entries = Object.fromEntries(keys.map((key) => [key, 'x']));
  vi.stubGlobal('localStorage', Object.assign(new StorageStandIn(), entries));
});
afterEach(() => vi.unstubAllGlobals());

it("kept drafts: a sign-out removes that person's alone", () => {
  forgetDraftsOf('maren');
  expect(Object.keys(localStorage)).toEqual(['answer-draft:marenka:2', 'theme']);
});

it("kept drafts: a sign-in removes everybody else's", () => {
  forgetDraftsOfOthers('maren');
  expect(Object.keys(localStorage)).toEqual([
    'answer-draft:maren:1',
    'support-draft:maren',
    'unsaved-letter:maren:7',
    'theme',
  ]);
});
