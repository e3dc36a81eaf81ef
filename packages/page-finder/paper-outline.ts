import type { EdgeMap } from './edge-map.ts';
import {
  inset,
  isConvex,
  lengthOf,
  mapCorners,
  type Point,
  type Quad,
  sidesOf,
  signedArea,
} from './geometry.ts';
import { contains, paperLikeness } from './paper-sides.ts';
import { blur, close, dilate, erode, newPlane, type Plane } from './plane.ts';

/** Colours are told apart more finely than for a side, as much of the table is looked at. */
const CELL = { lightness: 20, colour: 6 };
/** What lies so near to the sides is neither surely paper nor surely table, and the paper goes no farther; shares of the way to its middle. */
const UNSURE = 0.12;
const FARTHEST = 0.25;
/** Radius in pixels of print that is closed over, and of strips of table that are cut off. */
const SMOOTHED = 3;
/** How far a corner of the paper may lie from that of the lines, and from where on it counts; shares of the page's size. */
const MOVED = { most: 0.2, least: 0.015 };
/** With less overlap the colours show something else: a hand, or a table of the paper's colour. */
const LEAST_AGREEMENT = 0.9;

/** The paper as its colours tell it. */
export interface PaperOutline {
  /** overlap of the paper with the page that the lines make, 0 to 1 */
  agreement: number;
  /** those of the page, laid on the paper's where these lie elsewhere */
  corners: Quad;
}

/**
 * Looks for the paper by its colours, from a likely page outwards: the sides of a folded or curled sheet bow, so that its
 * corners lie beside those of the lines.
 * @param page in pixels of the map, whose middles lie at whole numbers
 * @returns null where its colours do not tell the paper from what lies around it
 */
export function paperOutline(page: Quad, edges: EdgeMap): PaperOutline | null {
  const likeness = paperLikeness(page, edges, { cell: CELL, core: UNSURE, around: UNSURE });
  if (!likeness) return null;
  const paper = connectedPaper(page, blur(likeness, 2, 1));
  const smooth = close(paper, SMOOTHED);
  dilate(erode(smooth, SMOOTHED, smooth), SMOOTHED, smooth);
  const agreement = agreementOf(page, smooth);
  if (agreement < LEAST_AGREEMENT) return null;
  const corners = mapCorners(page, (corner, index) => cornerOfPaper(page, index, smooth) ?? corner);
  return { agreement, corners: isConvex(corners) ? corners : page };
}

/** 1 where paper is connected with the middle of the page. */
function connectedPaper(page: Quad, { values, width, height }: Plane): Plane {
  const paper = newPlane(width, height);
  const isCore = contains(inset(page, UNSURE));
  const isNear = contains(inset(page, -FARTHEST));
  const found: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    if (!isCore(at % width, Math.floor(at / width))) continue;
    paper.values[at] = 1;
    found.push(at);
  }
  const visit = (x: number, y: number) => {
    const at = y * width + x;
    if (x < 0 || y < 0 || x >= width || y >= height || paper.values[at] === 1) return;
    if ((values[at] ?? 0) <= 0 || !isNear(x, y)) return;
    paper.values[at] = 1;
    found.push(at);
  };
  for (const at of found) {
    const [x, y] = [at % width, Math.floor(at / width)];
    visit(x + 1, y);
    visit(x - 1, y);
    visit(x, y + 1);
    visit(x, y - 1);
  }
  return paper;
}

/** The paper that lies farthest out near a corner; null where that is the corner. */
function cornerOfPaper(page: Quad, index: number, { values, width, height }: Plane): Point | null {
  const sides = sidesOf(page);
  const [next, last] = [sides[index], sides[(index + 3) % 4]];
  if (!next || !last) return null;
  const corner = next.from;
  const out = {
    x: (last.to.x - last.from.x) / lengthOf(last) - (next.to.x - next.from.x) / lengthOf(next),
    y: (last.to.y - last.from.y) / lengthOf(last) - (next.to.y - next.from.y) / lengthOf(next),
  };
  const size = Math.sqrt(Math.abs(signedArea(page)));
  const reach = MOVED.most * size;
  let [best, farthest] = [corner, Number.NEGATIVE_INFINITY];
  for (let y = Math.max(0, Math.floor(corner.y - reach)); y < Math.min(height, corner.y + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(corner.x - reach)); x < Math.min(width, corner.x + reach); x += 1) {
      const far = x * out.x + y * out.y;
      if (values[y * width + x] !== 1 || far <= farthest) continue;
      best = { x, y };
      farthest = far;
    }
  }
  return lengthOf({ from: corner, to: best }) < MOVED.least * size ? null : best;
}

function agreementOf(page: Quad, { values, width }: Plane): number {
  const isPage = contains(page);
  let [both, either] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    const [isPaper, isIn] = [values[at] === 1, isPage(at % width, Math.floor(at / width))];
    if (isPaper && isIn) both += 1;
    if (isPaper || isIn) either += 1;
  }
  return both / either;
}
