import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LimiterFull } from '../../../../packages/threads/fair-limiter.ts';
import { ConversionTurns, type Weight } from './conversion-turns.ts';

/** Turns whose work ends when the test says so, by name. */
function observed() {
  const turns = new ConversionTurns();
  const running = new Map<string, () => void>();
  const began: string[] = [];
  const take = (person: string, weight: Weight, name: string) =>
    turns.take(person, weight, async () => {
      began.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(name, resolve);
      await promise;
      running.delete(name);
    });
  const end = async (name: string) => {
    running.get(name)?.();
    await soon();
  };
  return { take, end, began, running: () => [...running.keys()] };
}

describe('ConversionTurns', () => {
  it('somebody else’s photo begins at once beside any number of one person’s', async () => {
    for (const weight of ['light', 'heavy'] as const) {
      const { take, running } = observed();
      for (let number = 0; number < 10; number += 1) void take('many', weight, `many ${number}`);
      await soon();
      const before = running();
      void take('other', 'light', 'other');
      await soon();
      expect(before).toEqual(weight === 'light' ? ['many 0', 'many 1'] : ['many 0']);
      expect(running()).toEqual([...before, 'other']);
    }
  });

  it('people take turns, and the photos of each keep their order', async () => {
    const { take, end, began } = observed();
    for (const name of ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0']) void take(name.slice(0, 1), 'light', name);
    await soon();
    expect(began).toEqual(['a0', 'a1', 'b0']);
    for (const name of [...began]) await end(name);
    for (const name of began.slice(3)) await end(name);
    expect(began.slice(3)).toEqual(['b1', 'c0', 'a2', 'a3']);
  });

  it('one heavy photo at a time, and one light one beside it', async () => {
    const { take, end, running } = observed();
    for (const person of ['a', 'b', 'c']) void take(person, 'heavy', `${person} heavy`);
    await soon();
    for (const person of ['d', 'e']) void take(person, 'light', `${person} light`);
    await soon();
    expect(running()).toEqual(['a heavy', 'd light']);
    await end('a heavy');
    expect(running()).toEqual(['d light', 'e light']);
    await end('d light');
    expect(running()).toEqual(['e light', 'b heavy']);
  });

  it('a heavy photo is not overtaken for ever by light ones', async () => {
    const { take, end, running } = observed();
    for (const person of ['a', 'b', 'c']) void take(person, 'light', `${person} light`);
    void take('d', 'heavy', 'd heavy');
    await soon();
    for (const person of ['e', 'f', 'g']) void take(person, 'light', `${person} light`);
    await soon();
    await end('a light');
    await end('b light');
    expect(running()).toEqual(['c light', 'd heavy']);
  });

  it('work that fails gives its place back; more than 200 of one person are refused, others are not', async () => {
    const turns = new ConversionTurns();
    await expect(turns.take('a', 'heavy', () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = Array.from({ length: 202 }, () => turns.take('a', 'light', () => promise));
    await expect(turns.take('a', 'light', () => promise)).rejects.toThrow(LimiterFull);
    expect(await turns.take('b', 'light', async () => 'done')).toBe('done');
    resolve();
    await Promise.all(all);
  });
});
