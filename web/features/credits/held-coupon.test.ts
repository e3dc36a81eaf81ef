import { expect, it } from 'vitest';
import { loadHeld, saveHeld } from './held-coupon.ts';

const coupon = {
  code: 'TEACHER20',
  description: '20% off',
  discountType: 'percentage' as const,
  discountValue: 20,
  freeCredits: 0,
  packages: null,
};

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    values,
  };
}

it('held coupon: loaded for the same person only, until it is removed', () => {
  const tab = storage();
  saveHeld(tab, 'maren', coupon);
  expect(loadHeld(tab, 'maren')).toEqual(coupon);
  expect(loadHeld(tab, 'ilse')).toBeNull();
  saveHeld(tab, 'maren', null);
  expect(loadHeld(tab, 'maren')).toBeNull();
});

it.each(['', '{"code":', '{"code":"X"}', 'null', '17'])('held coupon: stored %o counts as none', (text) => {
  const tab = storage();
  saveHeld(tab, 'maren', coupon);
  const [key = ''] = tab.values.keys();
  tab.setItem(key, text);
  expect(loadHeld(tab, 'maren')).toBeNull();
});
