import { describe, expect, it } from 'vitest';
import type { Coupon } from '../../../shared/credits.ts';
import { creditsText } from './credits-text.ts';
import { discountLabel, offersOf } from './pricing.ts';

const packages = [
  { id: 'five', name: 'Five', price: 500, credits: 5 },
  { id: 'fifteen', name: 'Fifteen', price: 1200, credits: 15 },
  { id: 'fifty', name: 'Fifty', price: 2500, credits: 50 },
];

const teacher: Coupon = {
  code: 'TEACHER20',
  description: '20% off',
  discountType: 'percentage',
  discountValue: 20,
  freeCredits: 0,
  packages: null,
};

describe('offersOf', () => {
  it('marks the lowest price per credit and what each package saves', () => {
    expect(
      offersOf(packages, null).map(({ id, saving, bestValue, perLetter }) => [
        id,
        saving,
        bestValue,
        perLetter,
      ]),
    ).toEqual([
      ['five', 0, false, '$1.00'],
      ['fifteen', 20, false, '$0.80'],
      ['fifty', 50, true, '$0.50'],
    ]);
  });

  it('takes a percentage off, rounded to the cent', () => {
    expect(offersOf(packages, teacher).map(({ finalPrice, perLetter }) => [finalPrice, perLetter])).toEqual([
      [400, '$0.80'],
      [960, '$0.64'],
      [2000, '$0.40'],
    ]);
  });

  it('takes a fixed amount off, never below 0', () => {
    const fixed: Coupon = { ...teacher, discountType: 'fixed', discountValue: 700 };
    expect(offersOf(packages, fixed).map(({ finalPrice }) => finalPrice)).toEqual([0, 500, 1800]);
  });

  it('applies a coupon to its packages only', () => {
    const forOne: Coupon = { ...teacher, packages: ['fifty'] };
    expect(offersOf(packages, forOne).map(({ finalPrice }) => finalPrice)).toEqual([500, 1200, 2000]);
  });

  it('Best Value and savings are those of the prices shown, and a single package has none', () => {
    const forOne: Coupon = { ...teacher, discountValue: 90, packages: ['five'] };
    expect(offersOf(packages, forOne).map(({ saving, bestValue }) => [saving, bestValue])).toEqual([
      [88, true],
      [0, false],
      [38, false],
    ]);
    expect(offersOf(packages.slice(0, 1), null)[0]?.bestValue).toBe(false);
    expect(offersOf([], null)).toEqual([]);
  });
});

it('labels: discounts and numbers of credits', () => {
  expect(discountLabel(teacher)).toBe('20% off');
  expect(discountLabel({ discountType: 'fixed', discountValue: 250 })).toBe('$2.50 off');
  expect(creditsText(1)).toBe('1 credit');
  expect(creditsText(0)).toBe('0 credits');
});
