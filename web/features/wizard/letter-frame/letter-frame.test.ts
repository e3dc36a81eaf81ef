import { expect, it } from 'vitest';
import { fitLetter } from './letter-frame.tsx';

it('fitLetter: a narrow box shows the phone layout unscaled, a wide one the full width scaled', () => {
  expect(fitLetter(374)).toEqual({ width: 374, scale: 1 });
  expect(fitLetter(600)).toEqual({ width: 640, scale: 0.9375 });
  const wide = fitLetter(800);
  expect(wide.scale).toBe(1.1875);
  expect(wide.width * wide.scale).toBeCloseTo(800);
});
