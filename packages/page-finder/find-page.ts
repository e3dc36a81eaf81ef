import { fitSides } from './fit-sides.ts';
import { inReadingOrder, mapCorners, type Quad } from './geometry.ts';
import { smallLab } from './lab-picture.ts';
import { type PaperSides, paperSides } from './paper-sides.ts';
import type { Picture } from './picture.ts';
import { candidates, enlargedCorners } from './quad-candidates.ts';
import { quadFeatures } from './quad-features.ts';
import { quadScore } from './quad-score.ts';

/** Longer edge of the picture in which lines are looked for, pixels. */
const SEARCHED = 400;
/** From this score on the frame may be shown, and from that on it may be offered unasked. */
const LIKELY = 0;
const SURE = 3;
/** Quadrilaterals whose sides are compared with the paper's colours. */
const LOOKED_AT = 4;
/**
 * What it counts, in log odds, that paper begins at the sides: no more from `enough` on, as a page may have a border of other colours; below
 * `least` the page is not offered. On a white table it is about 0.
 */
const PAPER = { weight: 5, enough: 0.15, least: -0.2 };

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
  const likely = found
    .map((candidate) => ({ candidate, score: quadScore(quadFeatures(candidate, edges)) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, LOOKED_AT);
  let best: (PaperSides & { score: number }) | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const { candidate, score: itsOwn } of likely) {
    for (const sides of paperSides(candidate, edges)) {
      const score = sides.candidate === candidate ? itsOwn : quadScore(quadFeatures(sides.candidate, edges));
      const rank = score + PAPER.weight * Math.min(PAPER.enough, sides.paper);
      if (score <= LIKELY || rank <= most) continue;
      best = { ...sides, score };
      most = rank;
    }
  }
  if (!best) return null;
  const large = enlargedCorners(best.candidate.corners, { x: width / lab.width, y: height / lab.height });
  // The pixels' middles lie at whole numbers while sides are fitted.
  const shifted = mapCorners(large, ({ x, y }) => ({ x: x - 0.5, y: y - 0.5 }));
  const corners = mapCorners(fitSides(shifted, picture), ({ x, y }) => ({
    x: Math.min(width, Math.max(0, x + 0.5)),
    y: Math.min(height, Math.max(0, y + 0.5)),
  }));
  return {
    corners: inReadingOrder(corners),
    score: best.score,
    isSure: best.score > SURE && best.paper > PAPER.least,
  };
}
