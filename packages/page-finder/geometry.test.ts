import { expect, it } from 'vitest';
import { isConvex, isPageShape, type Quad } from './geometry.ts';

it('geometry: corners of which three are on a line but for rounding are no page', () => {
  const onALine: Quad = [
    { x: 0.927578218979761, y: 0.37101525953039527 },
    { x: 0.4576297377038504, y: 0.7133431308976073 },
    { x: 0.20609522867016494, y: 0.8965701791457832 },
    { x: 0.0398187933024019, y: 0.6129896633675492 },
  ];
  expect(isConvex(onALine)).toBe(true);
  expect(isPageShape(onALine)).toBe(false);
  const narrow: Quad = [
    { x: 0, y: 0 },
    { x: 1, y: 0.001 },
    { x: 1, y: 0.03 },
    { x: 0, y: 0.03 },
  ];
  expect(isPageShape(narrow)).toBe(true);
});
