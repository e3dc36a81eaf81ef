import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GIVE_UP_AFTER, nextPause } from './attempt.ts';

describe('nextPause', () => {
  it('grows from seconds to hours with the age of the letter', () => {
    const ages = [0, 12_000, 50_000, 120_000, 3_600_000, 40 * 3_600_000];
    expect(ages.map((age) => nextPause(age, () => 0.5))).toEqual([
      10_000, 30_000, 60_000, 180_000, 1_800_000, 14_400_000,
    ]);
  });

  it('tries again within half an hour after an outage of one hour', () => {
    let now = 0;
    while (now < 3_600_000) now += nextPause(now, () => 1) ?? Number.POSITIVE_INFINITY;
    expect(now).toBeLessThan(1.5 * 3_600_000);
  });

  it('never plans an attempt after the letter has been given up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 * GIVE_UP_AFTER }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (waited, random) => {
          const pause = nextPause(waited, () => random);
          if (pause === null) return waited > GIVE_UP_AFTER - 5 * 3_600_000;
          return pause > 0 && waited + pause <= GIVE_UP_AFTER;
        },
      ),
    );
  });
});
