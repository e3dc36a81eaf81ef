import { expect, it } from 'vitest';
import { Semaphore, SemaphoreFull } from './semaphore.ts';

it('lets only so many run at once, then the next, and refuses more than can wait', async () => {
  const gate = new Semaphore(2, 3);
  let running = 0;
  let most = 0;
  const finish: (() => void)[] = [];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => finish.push(resolve));
    running -= 1;
    return 'done';
  };
  const five = Array.from({ length: 5 }, () => gate.run(work));
  await expect(gate.run(work)).rejects.toThrow(SemaphoreFull);
  expect(running).toBe(2);
  for (let i = 0; i < 5; i += 1) {
    finish[i]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(five)).toEqual(Array(5).fill('done'));
  expect(most).toBe(2);
});

it('goes on after work that failed', async () => {
  const gate = new Semaphore(1, 1);
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate.run(async () => 'yes')).resolves.toBe('yes');
});
