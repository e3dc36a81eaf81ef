import { expect, it } from 'vitest';
import { close, newPlane } from './plane.ts';

it('planes: closing takes thin dark lines away, and changes nothing else, up to the border', () => {
  const plane = newPlane(12, 8);
  plane.values.fill(50);
  expect([...close(plane, 3).values]).toEqual(Array(96).fill(50));

  const lined = newPlane(12, 8);
  lined.values.fill(50);
  for (let y = 0; y < 8; y += 1) lined.values[y * 12 + 5] = 0;
  expect([...close(lined, 3).values]).toEqual(Array(96).fill(50));

  // Half of it dark: too wide to be taken away.
  const split = newPlane(12, 8);
  for (let at = 0; at < 96; at += 1) split.values[at] = at % 12 < 6 ? 0 : 100;
  expect([...close(split, 2).values]).toEqual([...split.values]);
});
