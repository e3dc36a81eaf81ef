import { fitSides } from './fit-sides.ts';
import { inReadingOrder, mapCorners, type Quad } from './geometry.ts';
import { smallLab } from './lab-picture.ts';
import type { Picture } from './picture.ts';
import { candidates, enlargedCorners } from './quad-candidates.ts';
import { quadFeatures } from './quad-features.ts';
import { quadScore } from './quad-score.ts';

/** Longer edge of the picture in which lines are looked for, pixels. */
const SEARCHED = 400;
/** From this score on the frame may be shown, and from that on it may be offered unasked. */
const LIKELY = 0;
const SURE = 3;

export interface FoundPage {
  corners: Quad;
  /** log odds that it is a page */
  score: number;
  isSure: boolean;
}

/**
 * Finds the sheet of paper in a photo: straight edges, all quadrilaterals of them, the one that is most likely a page,
 * and its sides laid on the paper's edge.
 * @param picture with a longer edge of 800 to 1200 pixels
 * @returns the corners in its pixels; null when there is none that is more likely a page than not
 */
export function findPage(picture: Picture): FoundPage | null {
  const { width, height } = picture;
  const lab = smallLab(picture, SEARCHED);
  const { found, edges } = candidates(lab);
  let best: Quad | null = null;
  let score = LIKELY;
  for (const candidate of found) {
    const itsScore = quadScore(quadFeatures(candidate, edges));
    if (itsScore <= score) continue;
    best = candidate.corners;
    score = itsScore;
  }
  if (!best) return null;
  const large = enlargedCorners(best, { x: width / lab.width, y: height / lab.height });
  // The pixels' middles lie at whole numbers while sides are fitted.
  const shifted = mapCorners(large, ({ x, y }) => ({ x: x - 0.5, y: y - 0.5 }));
  const corners = mapCorners(fitSides(shifted, picture), ({ x, y }) => ({
    x: Math.min(width, Math.max(0, x + 0.5)),
    y: Math.min(height, Math.max(0, y + 0.5)),
  }));
  return { corners: inReadingOrder(corners), score, isSure: score > SURE };
}
