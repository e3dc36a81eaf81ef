import type { EdgeMap } from './edge-map.ts';
import { clip, type Line } from './line.ts';
import { blur } from './plane.ts';

/** Directions over half a turn: one a degree. */
const ANGLES = 180;
const COS = Float32Array.from({ length: ANGLES }, (_, angle) => Math.cos((angle * Math.PI) / ANGLES));
const SIN = Float32Array.from({ length: ANGLES }, (_, angle) => Math.sin((angle * Math.PI) / ANGLES));
/** A pixel votes for lines within so many degrees of its own direction. */
const VOTE_DEGREES = 4;
/** From this change on (L*a*b*) a pixel has a whole vote. */
const WHOLE_VOTE = 8;
/**
 * Beside a page's edge there is quiet paper on one side at least. An edge that has other edges on both sides is of a pattern and
 * votes less, so that the lines of a checked cloth do not take all places (surround suppression: Grigorescu et al., 2003).
 */
const SURROUND = { distance: 9, radius: 5, unrest: 3 };
/** Least votes of a line, as a share of the picture's shorter edge. */
const LEAST_VOTES = 0.06;

/**
 * The straight edges of a picture, strongest first, each laid on the crest that it runs along (Hough transform: Duda and
 * Hart, 1972; voting only near the gradient's direction: O'Gorman and Clowes, 1976).
 * @param floor change (L*a*b*) below which a pixel does not vote
 */
export function houghLines(edges: EdgeMap, count: number, floor: number): Line[] {
  const reach = Math.ceil(Math.hypot(edges.width, edges.height));
  const votes = smoothed(voted(edges, floor, reach), 2 * reach + 1);
  return peaks(votes, reach, LEAST_VOTES * Math.min(edges.width, edges.height))
    .slice(0, count)
    .map((line) => onCrest(line, edges));
}

/** Votes by angle and distance; distance 0 stands in the middle of each row. */
function voted({ magnitude, dx, dy, width, height }: EdgeMap, floor: number, reach: number): Float32Array {
  const around = blur(magnitude, SURROUND.radius, 1);
  const unrestAt = (x: number, y: number) => around.values[within(y, height) * width + within(x, width)] ?? 0;
  const row = 2 * reach + 1;
  const votes = new Float32Array(ANGLES * row);
  for (let y = 2; y < height - 2; y += 1) {
    for (let x = 2; x < width - 2; x += 1) {
      const at = y * width + x;
      const size = magnitude.values[at] ?? 0;
      if (size < floor) continue;
      const across = dx.values[at] ?? 0;
      const down = dy.values[at] ?? 0;
      const next = neighbour(across, down, width);
      const isCrest = (magnitude.values[at - next] ?? 0) <= size && (magnitude.values[at + next] ?? 0) < size;
      if (!isCrest) continue;
      const turn = Math.atan2(down, across);
      const direction = Math.round(((turn < 0 ? turn + Math.PI : turn) * ANGLES) / Math.PI);
      const [right, lower] = [Math.round(across * SURROUND.distance), Math.round(down * SURROUND.distance)];
      const unrest = Math.min(unrestAt(x + right, y + lower), unrestAt(x - right, y - lower));
      const vote = Math.min(1, size / WHOLE_VOTE) / (1 + (unrest / SURROUND.unrest) ** 2);
      for (let near = -VOTE_DEGREES; near <= VOTE_DEGREES; near += 1) {
        const angle = (direction + near + ANGLES) % ANGLES;
        const rho = Math.round(x * (COS[angle] ?? 0) + y * (SIN[angle] ?? 0)) + reach;
        const index = angle * row + rho;
        votes[index] = (votes[index] ?? 0) + vote * (1 - Math.abs(near) / (VOTE_DEGREES + 2));
      }
    }
  }
  return votes;
}

const within = (place: number, end: number) => Math.min(end - 1, Math.max(0, place));

/** Offset of the pixel that the gradient points to, of the eight around. */
function neighbour(across: number, down: number, width: number): number {
  const steep = 2.414;
  if (Math.abs(across) > steep * Math.abs(down)) return 1;
  if (Math.abs(down) > steep * Math.abs(across)) return width;
  return across * down > 0 ? width + 1 : width - 1;
}

function smoothed(votes: Float32Array, row: number): Float32Array {
  const out = new Float32Array(votes.length);
  for (let angle = 0; angle < ANGLES; angle += 1) {
    for (let at = angle * row + 1; at < (angle + 1) * row - 1; at += 1) {
      out[at] = (votes[at] ?? 0) + 0.6 * ((votes[at - 1] ?? 0) + (votes[at + 1] ?? 0));
    }
  }
  return out;
}

/** Lines with more votes than all within 4 degrees and 3 px, strongest first. */
function peaks(votes: Float32Array, reach: number, least: number): Line[] {
  const row = 2 * reach + 1;
  const found: { vote: number; line: Line }[] = [];
  for (let angle = 0; angle < ANGLES; angle += 1) {
    for (let rho = 3; rho < row - 3; rho += 1) {
      const vote = votes[angle * row + rho] ?? 0;
      if (vote < least || !isPeak(votes, reach, angle, rho)) continue;
      const turn = (angle * Math.PI) / ANGLES;
      const line = { cos: Math.cos(turn), sin: Math.sin(turn), rho: rho - reach };
      found.push({ vote, line: { ...line, isBorder: false, isThin: false } });
    }
  }
  return found.sort((one, other) => other.vote - one.vote).map(({ line }) => line);
}

function isPeak(votes: Float32Array, reach: number, angle: number, rho: number): boolean {
  const row = 2 * reach + 1;
  const vote = votes[angle * row + rho] ?? 0;
  for (let turn = -4; turn <= 4; turn += 1) {
    const wrapped = (angle + turn + ANGLES) % ANGLES;
    // Half a turn on, the same line has the opposite distance.
    const middle = wrapped === angle + turn ? rho : 2 * reach - rho;
    for (let shift = -3; shift <= 3; shift += 1) {
      const near = middle + shift;
      if (near < 0 || near >= row || (turn === 0 && shift === 0)) continue;
      const other = votes[wrapped * row + near] ?? 0;
      const isEarlier = turn < 0 || (turn === 0 && shift < 0);
      if (other > vote || (other === vote && isEarlier)) return false;
    }
  }
  return true;
}

/** Least change (L*a*b*) that counts as the crest, and the most that one pixel weighs. */
const CREST = { least: 2.5, most: WHOLE_VOTE };

/** Moves a line onto the crest that it runs along, by weighted total least squares, in two rounds. */
function onCrest(line: Line, edges: EdgeMap): Line {
  let moved = line;
  for (const reach of [3, 2]) {
    const next = fitted(moved, edges, reach);
    if (!next) return line;
    moved = next;
  }
  return moved;
}

function fitted(line: Line, edges: EdgeMap, reach: number): Line | null {
  const { width, height } = edges;
  const ends = clip(line, width, height);
  if (!ends) return null;
  const [from, to] = ends;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const step = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let sxy = 0;
  let syy = 0;
  for (let t = 0; t < length; t += 1) {
    const crest = strongestAcross(line, edges, from.x + step.x * t, from.y + step.y * t, reach);
    if (!crest) continue;
    const { x, y, size } = crest;
    const weight = Math.min(size, CREST.most);
    n += weight;
    sx += weight * x;
    sy += weight * y;
    sxx += weight * x * x;
    sxy += weight * x * y;
    syy += weight * y * y;
  }
  if (n < 60) return null;
  const mx = sx / n;
  const my = sy / n;
  const angle = 0.5 * Math.atan2(2 * (sxy / n - mx * my), sxx / n - mx * mx - (syy / n - my * my));
  let cos = -Math.sin(angle);
  let sin = Math.cos(angle);
  if (cos * line.cos + sin * line.sin < 0) {
    cos = -cos;
    sin = -sin;
  }
  // A turn by more than 6 degrees is another edge.
  if (cos * line.cos + sin * line.sin < 0.995) return null;
  return { ...line, cos, sin, rho: cos * mx + sin * my };
}

function strongestAcross(line: Line, edges: EdgeMap, x0: number, y0: number, reach: number) {
  const { magnitude, dx, dy, width, height } = edges;
  let best: { x: number; y: number; size: number } | null = null;
  for (let d = -reach; d <= reach; d += 1) {
    const x = Math.round(x0 + line.cos * d);
    const y = Math.round(y0 + line.sin * d);
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue;
    const at = y * width + x;
    const aligned = (dx.values[at] ?? 0) * line.cos + (dy.values[at] ?? 0) * line.sin;
    const size = (magnitude.values[at] ?? 0) * aligned ** 4;
    if (size > (best?.size ?? CREST.least)) best = { x, y, size };
  }
  return best;
}
