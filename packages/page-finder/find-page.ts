import type { EdgeMap } from './edge-map.ts';
import { fitSides } from './fit-sides.ts';
import { inReadingOrder, isSameQuad, mapCorners, type Quad, sidesOf } from './geometry.ts';
import { smallLab } from './lab-picture.ts';
import { type PaperRegion, paperRegions } from './paper-regions.ts';
import type { Picture } from './picture.ts';
import { type Candidate, candidates, enlargedCorners, lineThrough } from './quad-candidates.ts';
import { quadFeatures } from './quad-features.ts';
import { quadScore } from './quad-score.ts';

/** Longer edge of the reduced picture in which pages are looked for, pixels. */
const SEARCHED = 400;
/** Log odds above which a frame is returned, and above which it may be used without asking. */
const LIKELY = 0;
const SURE = 2;
/** Both ways found the same page where corners are nearer than this share of its size; its log odds are then higher by so much. */
const AGREED = { corner: 0.07, odds: 1.5 };
/** A sheet lies flat if more than this share of its weakest side is edge. */
const STRAIGHT = 0.89;
/** Least features of a surface: it has an edge all around, even where that bows away from the straight sides. */
const SURFACE = { edgeMean: 0.95, edgeLeast: 0.85 };

/**
 * Coefficients of the log odds that a frame overlaps the page by 95 %: logistic regression over 450 photographs, 334 of them with marked pages
 * (docs/decisions/0047-straight-and-bright-pages.md).
 */
const LINES = { score: 0.39, edgeLeast: 6.44, brighter: 1.38, bias: -8.14 };
const REGION = {
  score: 0.424,
  agreement: 19.25,
  levels: 0.563,
  brighter: 1.42,
  outsideAlike: -5.51,
  bias: -21.5,
};

export interface FoundPage {
  corners: Quad;
  isSure: boolean;
}

interface Frame {
  corners: Quad;
  /** log odds that it is the page */
  odds: number;
  /** the weakest side is edge along nearly all of its length */
  isStraight: boolean;
}

/**
 * Finds the sheet of paper in a photo, in two ways: by straight edges that make a quadrilateral, and as a surface with an
 * edge all around, which folded and curled sheets have, too.
 * @param picture with a longer edge of 800 to 1200 pixels
 * @returns the corners in its pixels; null when there is none that is more likely a page than not
 */
export function findPage(picture: Picture): FoundPage | null {
  const { width, height } = picture;
  const lab = smallLab(picture, SEARCHED);
  const { found, edges } = candidates(lab);
  const best = likelier(
    likeliest(found.map((candidate) => lineFrame(candidate, edges))),
    likeliest(paperRegions(edges).map((region) => regionFrame(region, edges))),
  );
  if (!best || best.odds <= LIKELY) return null;
  const scale = { x: width / lab.width, y: height / lab.height };
  // `fitSides` has the centres of pixels at whole numbers.
  const large = mapCorners(enlargedCorners(best.corners, scale), ({ x, y }) => ({ x: x - 0.5, y: y - 0.5 }));
  const corners = mapCorners(fitSides(large, picture), ({ x, y }) => ({
    x: Math.min(width, Math.max(0, x + 0.5)),
    y: Math.min(height, Math.max(0, y + 0.5)),
  }));
  return { corners: inReadingOrder(corners), isSure: best.odds > SURE };
}

function likeliest(frames: Frame[]): Frame | null {
  return frames.reduce<Frame | null>((best, frame) => (best && best.odds >= frame.odds ? best : frame), null);
}

/** A page that both ways found is likelier; its corners are those of the surface, unless the sheet lies flat. */
function likelier(lines: Frame | null, surface: Frame | null): Frame | null {
  if (!lines || !surface) return lines ?? surface;
  const best = lines.odds > surface.odds ? lines : surface;
  if (!isSameQuad(lines.corners, surface.corners, AGREED.corner)) return best;
  const { corners } = lines.isStraight ? lines : surface;
  return { ...best, corners, odds: best.odds + AGREED.odds };
}

function lineFrame(candidate: Candidate, edges: EdgeMap): Frame {
  const features = quadFeatures(candidate, edges);
  const { score, edgeLeast, brighter, bias } = LINES;
  const odds =
    bias + score * quadScore(features) + edgeLeast * features.edgeLeast + brighter * features.brighter;
  return { corners: inReadingOrder(candidate.corners), odds, isStraight: features.edgeLeast > STRAIGHT };
}

function regionFrame({ corners, agreement, levels }: PaperRegion, edges: EdgeMap): Frame {
  const [top, right, bottom, left] = sidesOf(corners);
  const line = ({ from, to }: typeof top) => lineThrough(from, to, edges);
  const features = quadFeatures(
    { corners, lines: [line(top), line(right), line(bottom), line(left)] },
    edges,
  );
  const score = quadScore({
    ...features,
    edgeMean: Math.max(features.edgeMean, SURFACE.edgeMean),
    edgeLeast: Math.max(features.edgeLeast, SURFACE.edgeLeast),
  });
  const odds =
    REGION.bias +
    REGION.score * score +
    REGION.agreement * agreement +
    REGION.levels * levels +
    REGION.brighter * features.brighter +
    REGION.outsideAlike * features.outsideAlike;
  return { corners: inReadingOrder(corners), odds, isStraight: false };
}
