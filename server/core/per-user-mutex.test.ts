import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withUserMutex } from './per-user-mutex.ts';

it('withUserMutex: runs the writes of one user in order, and those of others beside them', async () => {
  const seen: string[] = [];
  const write = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    return name;
  };
  const answers = await Promise.all([
    withUserMutex('maren', write('first', 40)),
    withUserMutex('maren', write('second', 1)),
    withUserMutex('ilse', write('other', 1)),
  ]);
  expect(answers).toEqual(['first', 'second', 'other']);
  expect(seen).toEqual([
    'first begins',
    'other begins',
    'other ends',
    'first ends',
    'second begins',
    'second ends',
  ]);
});

it('withUserMutex: continues after a write that failed', async () => {
  const failing = withUserMutex('maren', async () => {
    throw new Error('refused');
  });
  const next = withUserMutex('maren', async () => 'next');
  await expect(failing).rejects.toThrow('refused');
  await expect(next).resolves.toBe('next');
});

it('withUserMutex: does not wait for a write that hangs', async () => {
  const { promise: never, resolve } = Promise.withResolvers<string>();
  const hung = withUserMutex('maren', () => never, 10);
  await expect(withUserMutex('maren', async () => 'next')).resolves.toBe('next');
  resolve('at last');
  await expect(hung).resolves.toBe('at last');
});
