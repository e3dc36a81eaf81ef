import { setImmediate as soon } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairLimiter } from './limiter.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

it('runs two at once, the rest in order', async () => {
  const turns = new FairLimiter(2);
  const started: number[] = [];
  const gates = [0, 1, 2, 3].map(gate);
  const all = gates.map(({ opened }, index) =>
    turns.take(1, async () => {
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

it('gives the heavy all the room there is, and lets none overtake it', async () => {
  const turns = new FairLimiter(2);
  const started: string[] = [];
  const light = gate();
  const heavy = gate();
  const first = turns.take(1, () => light.opened);
  const second = turns.take(5, async () => {
    started.push('heavy');
    await heavy.opened;
  });
  const third = turns.take(1, async () => {
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

it('passes the turn on after a failure', async () => {
  const turns = new FairLimiter(1);
  const failing = turns.take(1, () => Promise.reject(new Error('broken')));
  const next = turns.take(1, async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
