import type { EdgeMap } from './edge-map.ts';
import { fitSides } from './fit-sides.ts';
import { cross, inReadingOrder, lengthOf, mapCorners, type Quad, sidesOf, signedArea } from './geometry.ts';
import { smallLab } from './lab-picture.ts';
import { paperOutline } from './paper-outline.ts';
import { type PaperSides, paperSides } from './paper-sides.ts';
import type { Picture } from './picture.ts';
import { type Candidate, candidates, enlargedCorners } from './quad-candidates.ts';
import { quadFeatures } from './quad-features.ts';
import { quadScore } from './quad-score.ts';

/** Longer edge of the picture in which lines are looked for, pixels. */
const SEARCHED = 400;
/** From this score on the frame may be shown, and from that on it may be offered unasked. */
const LIKELY = 0;
const SURE = 3;
/** Quadrilaterals that are looked at closely: so many, and no less likely than the likeliest by so much. */
const LOOKED_AT = { most: 8, score: 2.2 };
/** One that is less likely by no more than this and lies elsewhere makes the page unsure. */
const CONTESTED = 1.5;
/** Corners that are so near are the same, and so much larger is larger; shares of the page's size. */
const SAME = { corner: 0.06, larger: 1.05, outside: 0.035, paper: 0.02 };
/**
 * Share of the weakest side that is edge in a page that is offered, as a fold and the edge of a curl have less; and by how
 * much less is enough for `paper` beyond `from`.
 */
const WHOLE_SIDE = { least: 0.72, paper: 0.3, from: 0.5 };
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

/** Share of the weakest side that is edge in a sheet that lies flat: others have corners beside those of their lines. */
const FLAT = 0.87;
/** Overlap of the page with what its colours show as paper from which on the sides need not be edges. */
const AGREED = 0.95;

type Option = PaperSides & { score: number; edgeLeast: number };

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
  const options = likelyPages(found, edges);
  const best = outermost(options);
  if (!best) return null;
  const scale = { x: width / lab.width, y: height / lab.height };
  const large = enlargedCorners(best.candidate.corners, scale);
  // The pixels' middles lie at whole numbers while sides are fitted.
  const shifted = mapCorners(large, ({ x, y }) => ({ x: x - 0.5, y: y - 0.5 }));
  const fitted = mapCorners(fitSides(shifted, picture), ({ x, y }) => ({ x: x + 0.5, y: y + 0.5 }));
  const isTold = best.edgeLeast < FLAT && best.paper > 0;
  const outline = isTold
    ? paperOutline(
        mapCorners(fitted, ({ x, y }) => ({ x: x / scale.x - 0.5, y: y / scale.y - 0.5 })),
        edges,
      )
    : null;
  const corners = mapCorners(outline ? enlargedCorners(outline.corners, scale) : fitted, ({ x, y }) => ({
    x: Math.min(width, Math.max(0, x)),
    y: Math.min(height, Math.max(0, y)),
  }));
  const isEdge =
    best.paper > PAPER.least &&
    best.edgeLeast > WHOLE_SIDE.least - WHOLE_SIDE.paper * Math.max(0, best.paper - WHOLE_SIDE.from) &&
    !options.some((other) => isElsewhere(other, best));
  return {
    corners: inReadingOrder(corners),
    score: best.score,
    isSure: best.score > SURE && (isEdge || (outline?.agreement ?? 0) > AGREED),
  };
}

function likelyPages(found: Candidate[], edges: EdgeMap): Option[] {
  const option = (candidate: Candidate, paper: number): Option => {
    const features = quadFeatures(candidate, edges);
    return { candidate, paper, score: quadScore(features), edgeLeast: features.edgeLeast };
  };
  const likely = found
    .map((candidate) => option(candidate, 0))
    .sort((one, other) => other.score - one.score)
    .slice(0, LOOKED_AT.most);
  const least = (likely[0]?.score ?? 0) - LOOKED_AT.score;
  return likely
    .filter(({ score }, at) => at === 0 || score > least)
    .flatMap((whole) =>
      paperSides(whole.candidate, edges).map(({ candidate, paper }) =>
        candidate === whole.candidate ? { ...whole, paper } : option(candidate, paper),
      ),
    )
    .filter(({ score }) => score > LIKELY);
}

const rankOf = ({ score, paper }: Option) => score + PAPER.weight * Math.min(PAPER.enough, paper);

/** The likeliest, or a larger one around it that is nearly as likely: a fold, a shadow and a printed bar lie within the page. */
function outermost(options: Option[]): Option | undefined {
  const [first, ...others] = options.toSorted((one, other) => rankOf(other) - rankOf(one));
  let best = first;
  for (const other of others) {
    if (!first || !best || other.score <= first.score - LOOKED_AT.score || !isAsMuchPaper(other, best))
      continue;
    if (areaOf(other) > SAME.larger * areaOf(best) && isWithin(best, other)) best = other;
  }
  return best;
}

const isAsMuchPaper = (other: Option, best: Option) =>
  other.paper > Math.min(PAPER.enough, best.paper) - SAME.paper;

const areaOf = ({ candidate }: Option) => Math.abs(signedArea(candidate.corners));

function isWithin(inner: Option, outer: Option): boolean {
  const { corners } = outer.candidate;
  const turn = Math.sign(signedArea(corners));
  const least = -SAME.outside * Math.sqrt(areaOf(outer));
  return inner.candidate.corners.every((corner) =>
    sidesOf(corners).every((side) => (turn * cross(side.from, side.to, corner)) / lengthOf(side) > least),
  );
}

/** Nearly as likely, neither the same nor a part of it. */
function isElsewhere(other: Option, best: Option): boolean {
  if (other.score <= best.score - CONTESTED || !isAsMuchPaper(other, best) || isWithin(other, best))
    return false;
  const farthest = SAME.corner * Math.sqrt(areaOf(best));
  const theirs = inReadingOrder(other.candidate.corners);
  return inReadingOrder(best.candidate.corners).some(
    ({ x, y }, at) => Math.hypot(x - (theirs[at]?.x ?? x), y - (theirs[at]?.y ?? y)) > farthest,
  );
}
