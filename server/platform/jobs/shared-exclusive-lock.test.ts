import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SharedExclusiveLock } from './shared-exclusive-lock.ts';

it('turns: shared ones run side by side, one alone runs by itself, and nobody overtakes it', async () => {
  const turns = new SharedExclusiveLock();
  const running = new Set<string>();
  const beside: Record<string, string[]> = {};
  const began: string[] = [];
  const take = (name: string, alone: boolean) =>
    turns.run(alone, async () => {
      began.push(name);
      running.add(name);
      await sleep(20);
      beside[name] = [...running].filter((other) => other !== name);
      running.delete(name);
    });
  await Promise.all([take('a', false), take('b', false), take('c', true), take('d', false), take('e', true)]);
  expect(began).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(beside).toMatchObject({ a: ['b'], c: [], d: [], e: [] });
});

it('turns: work that fails gives its turn on', async () => {
  const turns = new SharedExclusiveLock();
  await expect(turns.run(true, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run(true, async () => 'next')).toBe('next');
});
