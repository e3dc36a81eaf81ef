import type { QuadFeatures } from './quad-features.ts';

/** Logistic regression over photographs with marked pages (docs/decisions/0047-straight-and-bright-pages.md). */
const WEIGHTS: Record<keyof QuadFeatures, number> = {
  edgeMean: 4.5345,
  edgeLeast: -0.513,
  contrastMean: 0.6102,
  contrastLeast: 0.2638,
  colourSpread: 1.7489,
  brighter: 2.3183,
  size: 6.3566,
  beyond: -10.7573,
  insideAlike: 3.6045,
  outsideAlike: -0.7774,
  borders: -5.8061,
  oneDirection: -2.8707,
  clearMean: -1.2461,
  clearLeast: -0.7539,
  uneven: -1.3067,
  colourContrast: 0.5899,
  shadow: 7.931,
};
/** Of the features' products: a usual size, the weakest side, paper and table of one colour, all sides. */
const PRODUCTS = { size: -23.87, least: 1.6911, alike: 1.4214, edge: 6.4206 };
const USUAL_SIZE = 0.7;
const BIAS = -11.4416;

/** Log odds that the quadrilateral is a page. */
export function quadScore(features: QuadFeatures): number {
  const names = Object.keys(WEIGHTS) as (keyof QuadFeatures)[];
  return (
    names.reduce((sum, name) => sum + WEIGHTS[name] * features[name], BIAS) +
    PRODUCTS.size * (features.size - USUAL_SIZE) ** 2 +
    PRODUCTS.least * features.edgeLeast * features.contrastLeast +
    PRODUCTS.alike * features.insideAlike * features.outsideAlike +
    PRODUCTS.edge * features.edgeMean ** 2
  );
}
