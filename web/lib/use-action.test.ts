import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Attempts } from './use-action.ts';

const states: (string | null)[] = [];
const failing = vi.spyOn(console, 'error');
beforeEach(() => {
  states.length = 0;
  failing.mockImplementation(() => {});
});
afterEach(() => failing.mockReset());

const started = () => new Attempts<[string]>((state) => states.push(state));

it('attempts: a second one on the same thing while the first runs does nothing; another thing does not wait', async () => {
  const attempts = started();
  const asked: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const act = (thing: string) => {
    asked.push(thing);
    return promise;
  };
  const first = attempts.run('a', ['a'], act, '');
  const other = attempts.run('b', ['b'], act, '');
  expect(await attempts.run('a', ['a'], act, '')).toBe(false);
  expect([attempts.isBusy('a'), attempts.isBusy('b'), attempts.isBusy('c')]).toEqual([true, true, false]);
  resolve();
  expect(await Promise.all([first, other])).toEqual([true, true]);
  expect(asked).toEqual(['a', 'b']);
  expect(attempts.isBusy('a')).toBe(false);
});

it('attempts: a failure is there before the answer, and gone with the next attempt', async () => {
  const attempts = started();
  const error = new Error('the network');
  const failed = await attempts.run('a', ['a'], () => Promise.reject(error), 'Not done');
  expect([failed, attempts.failureOf('a'), attempts.failureOf('b')]).toEqual([false, error, null]);
  expect(failing).toHaveBeenCalledWith('Not done', error);
  expect(states).toEqual(['running', 'failed']);
  expect(await attempts.run('a', ['a'], () => Promise.resolve(), '')).toBe(true);
  expect([attempts.failureOf('a'), attempts.get('a')?.state]).toEqual([null, 'done']);
});

it('attempts: forgetting leaves one that runs busy, so that nothing is pressed twice', async () => {
  const attempts = started();
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = attempts.run('a', ['a'], () => promise, '');
  attempts.forget('a');
  expect(attempts.isBusy('a')).toBe(true);
  resolve();
  await running;
  attempts.forget('a');
  expect(attempts.get('a')).toBeNull();
});
