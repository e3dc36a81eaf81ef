import { expect, it } from 'vitest';
import { eachInTurn } from './each-in-turn.ts';

it('each in turn: one that fails does not hold up those behind it, and is reported at the end', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error('broken');
    done.push(item);
  };
  await expect(eachInTurn([1, 2, 3], work)).rejects.toMatchObject({
    message: '1 of 3 failed',
    errors: [new Error('broken')],
  });
  expect(done).toEqual([1, 3]);
});
