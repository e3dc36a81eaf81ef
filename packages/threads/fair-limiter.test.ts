import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairLimiter, LimiterFull } from './fair-limiter.ts';

function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { open, opened };
}

describe('FairLimiter', () => {
  it('runs as many at once as it has capacity, and the rest in order', async () => {
    const limiter = new FairLimiter(2);
    const started: number[] = [];
    const gates = [0, 1, 2, 3].map(gate);
    const all = gates.map(({ opened }, index) =>
      limiter.take(1, async () => {
        started.push(index);
        await opened;
        return index;
      }),
    );
    await soon();
    expect(started).toEqual([0, 1]);
    gates[1]?.open();
    await soon();
    expect(started).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  });

  it('refuses more than may wait', async () => {
    const limiter = new FairLimiter(2, 3);
    let running = 0;
    let most = 0;
    const gates = Array.from({ length: 5 }, gate);
    const five = gates.map(({ opened }) =>
      limiter.take(1, async () => {
        most = Math.max(most, ++running);
        await opened;
        running--;
        return 'done';
      }),
    );
    await expect(limiter.take(1, async () => 'sixth')).rejects.toThrow(LimiterFull);
    expect(running).toBe(2);
    for (const { open } of gates) {
      open();
      await soon();
    }
    expect(await Promise.all(five)).toEqual(Array(5).fill('done'));
    expect(most).toBe(2);
    expect(await limiter.take(1, async () => 'next')).toBe('next');
  });

  it('gives heavy work the whole capacity, and lets nothing overtake it', async () => {
    const limiter = new FairLimiter(2);
    const started: string[] = [];
    const light = gate();
    const heavy = gate();
    const first = limiter.take(1, () => light.opened);
    const second = limiter.take(5, async () => {
      started.push('heavy');
      await heavy.opened;
    });
    const third = limiter.take(1, async () => {
      started.push('light');
    });
    await soon();
    expect(started).toEqual([]);
    light.open();
    await soon();
    expect(started).toEqual(['heavy']);
    heavy.open();
    await Promise.all([first, second, third]);
    expect(started).toEqual(['heavy', 'light']);
  });

  it('runs light work side by side and work of the whole capacity by itself', async () => {
    const capacity = 1_000;
    const limiter = new FairLimiter(capacity);
    const running = new Set<string>();
    const beside: Record<string, string[]> = {};
    const began: string[] = [];
    const take = (name: string, weight: number) =>
      limiter.take(weight, async () => {
        began.push(name);
        running.add(name);
        await sleep(20);
        beside[name] = [...running].filter((other) => other !== name);
        running.delete(name);
      });
    await Promise.all([take('a', 1), take('b', 1), take('c', capacity), take('d', 1), take('e', capacity)]);
    expect(began).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(beside).toMatchObject({ a: ['b'], c: [], d: [], e: [] });
  });

  it.each([1, 2])('goes on after work of weight %i that failed', async (weight) => {
    const limiter = new FairLimiter(1, 1);
    const failing = limiter.take(weight, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await limiter.take(1, async () => 'done')).toBe('done');
  });
});
