import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GIVE_UP_AFTER, nextPause } from './retry-schedule.ts';

const queued = new Date('2026-03-14T09:00:00Z');

describe('nextPause', () => {
  it('grows from seconds to hours', () => {
    const pauses = [1, 3, 5, 9, 40].map((attempts) => nextPause(attempts, queued, queued, () => 0.5));
    expect(pauses).toEqual([10_000, 60_000, 900_000, 14_400_000, 14_400_000]);
  });

  it('never plans an attempt after the letter has been given up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 2 * GIVE_UP_AFTER }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, waited, random) => {
          const pause = nextPause(attempts, queued, new Date(queued.getTime() + waited), () => random);
          if (pause === null) return waited > GIVE_UP_AFTER - 16 * 3_600_000;
          return pause > 0 && waited + pause <= GIVE_UP_AFTER;
        },
      ),
    );
  });
});
