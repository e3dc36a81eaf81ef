import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditsToTakeBack } from './record-refunds.ts';

const bought = { credits: 15, amount: 960, takenBack: 0, shortfall: 0 };

describe('creditsToTakeBack', () => {
  it('takes all credits for a full refund, and a share rounded down for a part', () => {
    expect(creditsToTakeBack(bought, 20, 960)).toEqual({ delta: -15, takenBack: 15, shortfall: 0 });
    expect(creditsToTakeBack(bought, 20, 480)).toEqual({ delta: -7, takenBack: 7, shortfall: 0 });
    expect(creditsToTakeBack(bought, 20, 63)).toEqual({ delta: 0, takenBack: 0, shortfall: 0 });
  });

  it('takes the balance and records the rest as a shortfall, which later credits do not pay', () => {
    const short = creditsToTakeBack(bought, 4, 960);
    expect(short).toEqual({ delta: -4, takenBack: 4, shortfall: 11 });
    expect(creditsToTakeBack({ ...bought, ...short }, 50, 960).delta).toBe(0);
  });

  it('when money returns, reduces the shortfall before it gives credits back', () => {
    const short = { ...bought, takenBack: 4, shortfall: 11 };
    expect(creditsToTakeBack(short, 0, 0)).toEqual({ delta: 4, takenBack: 0, shortfall: 0 });
    expect(creditsToTakeBack(short, 0, 480)).toEqual({ delta: 0, takenBack: 4, shortfall: 3 });
  });

  it('never takes more than was bought or than the balance, over any sequence of refunds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.array(fc.record({ withdrawn: fc.integer({ min: 0, max: 120_000 }), spent: fc.nat(20) }), {
          maxLength: 12,
        }),
        (credits, amount, steps) => {
          let state = { credits, amount, takenBack: 0, shortfall: 0 };
          let balance = credits;
          for (const { withdrawn, spent } of steps) {
            balance -= Math.min(balance, spent);
            const { delta, takenBack, shortfall } = creditsToTakeBack(state, balance, withdrawn);
            expect(delta).toBe(state.takenBack - takenBack);
            balance += delta;
            expect(balance).toBeGreaterThanOrEqual(0);
            expect(takenBack).toBeGreaterThanOrEqual(0);
            expect(shortfall).toBeGreaterThanOrEqual(0);
            const owed = amount === 0 ? 0 : Math.floor((credits * Math.min(withdrawn, amount)) / amount);
            expect(takenBack + shortfall).toBe(owed);
            state = { ...state, takenBack, shortfall };
          }
        },
      ),
    );
  });
});
