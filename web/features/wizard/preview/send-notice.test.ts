import { expect, it } from 'vitest';
import { leftBeforeWords } from './send-notice.tsx';

it.each([
  ['sent', 'This letter has left already', false],
  ['scheduled', 'This letter waits for its day already', false],
  ['sealed', 'This letter is sealed already', false],
  ['held', 'This letter is on hold already', false],
  ['unsent', 'This letter was taken back', true],
])('letter sent before: %s is said as it is', (status, title, mayRepeat) => {
  expect(leftBeforeWords(status, false)).toMatchObject({ title, mayRepeat });
  expect(leftBeforeWords(status, true).mayRepeat).toBe(true);
});
