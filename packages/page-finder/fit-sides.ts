import { lengthOf, mapCorners, type Point, type Quad, type Side, sidesOf } from './geometry.ts';
import type { Picture } from './picture.ts';

/** A line by a point on it and its unit direction. */
interface Ray {
  point: Point;
  tx: number;
  ty: number;
}

/** Part of a side that is measured, as shares of its length, and how. */
interface Stretch {
  from: number;
  to: number;
  /** number of places along it */
  samples: number;
  /** pixels to both sides in which the edge is looked for */
  reach: number;
  /** least share of the places that agree on the line */
  least: number;
}

/**
 * Moves the sides onto the paper's edge: first each as a whole, then its ends alone, because paper is seldom flat.
 * @param corners pixels, with the first pixel's middle at 0, 0
 */
export function fitSides(corners: Quad, picture: Picture): Quad {
  const longest = Math.max(picture.width, picture.height);
  const whole = { from: 0.03, to: 0.97, samples: 120, reach: Math.round(longest * 0.012), least: 0.25 };
  const lines = sidesOf(corners).map((side) => fitted(side, whole, picture) ?? rayOf(side));
  const fittedWhole = meeting(corners, (index) => [lines[(index + 3) % 4], lines[index]], longest * 0.02);
  const near = { samples: 56, reach: Math.round(longest * 0.009), least: 0.5 };
  const sides = sidesOf(fittedWhole);
  const atStart = sides.map((side) => fitted(side, { ...near, from: 0.02, to: 0.3 }, picture) ?? rayOf(side));
  const atEnd = sides.map((side) => fitted(side, { ...near, from: 0.7, to: 0.98 }, picture) ?? rayOf(side));
  return meeting(fittedWhole, (index) => [atEnd[(index + 3) % 4], atStart[index]], longest * 0.012);
}

function rayOf(side: Side): Ray {
  const length = lengthOf(side);
  return {
    point: side.from,
    tx: (side.to.x - side.from.x) / length,
    ty: (side.to.y - side.from.y) / length,
  };
}

/** Moves each corner to where the lines before and after it meet, unless they are nearly parallel or meet far away. */
function meeting(corners: Quad, linesAt: (index: number) => (Ray | undefined)[], farthest: number): Quad {
  return mapCorners(corners, (corner, index) => {
    const [before, after] = linesAt(index);
    if (!before || !after) return corner;
    const sine = before.tx * after.ty - before.ty * after.tx;
    if (Math.abs(sine) < 0.2) return corner;
    const t =
      ((after.point.x - before.point.x) * after.ty - (after.point.y - before.point.y) * after.tx) / sine;
    const met = { x: before.point.x + before.tx * t, y: before.point.y + before.ty * t };
    return Math.hypot(met.x - corner.x, met.y - corner.y) < farthest ? met : corner;
  });
}

type Colour = [number, number, number];

/** The strongest change of colour across the side at one place. */
interface Step {
  /** pixels along the side; `d`: across it */
  t: number;
  d: number;
  weight: number;
  change: Colour;
}

/** Change (sRGB bytes) below which a step is ignored, and above which it weighs no more. */
const STEP = { least: 5, most: 40 };

/** The line through the strongest steps along a stretch of a side; null where too few are on one line. */
function fitted(side: Side, stretch: Stretch, picture: Picture): Ray | null {
  const ray = rayOf(side);
  const length = lengthOf(side);
  // First steps of any colour, then those of the commonest change of colour, from table to paper: not those of writing.
  let steps = stepsOf(ray, length, stretch, picture, null);
  steps = stepsOf(ray, length, stretch, picture, directionOf(steps));
  if (steps.length < stretch.samples * 0.3) return null;
  const middle = ((stretch.from + stretch.to) / 2) * length;
  const line = robustLine(steps, middle, stretch.reach);
  const agreeing = steps.filter(({ t, d }) => Math.abs(d - line.shift - line.slope * (t - middle)) < 2);
  if (Math.abs(line.slope) > 0.12 || agreeing.length < stretch.least * stretch.samples) return null;
  const norm = Math.hypot(1, line.slope);
  const { point, tx, ty } = ray;
  return {
    point: { x: point.x + tx * middle - ty * line.shift, y: point.y + ty * middle + tx * line.shift },
    tx: (tx - ty * line.slope) / norm,
    ty: (ty + tx * line.slope) / norm,
  };
}

function directionOf(steps: Step[]): Colour {
  const sum: Colour = [0, 0, 0];
  for (const { change } of steps) {
    for (const [channel, value] of change.entries()) {
      sum[channel] = (sum[channel] ?? 0) + Math.max(-STEP.most, Math.min(STEP.most, value));
    }
  }
  const length = Math.hypot(...sum) || 1;
  return [sum[0] / length, sum[1] / length, sum[2] / length];
}

function stepsOf(
  ray: Ray,
  length: number,
  { from, to, samples, reach }: Stretch,
  picture: Picture,
  direction: Colour | null,
): Step[] {
  const steps: Step[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const t = (from + ((to - from) * sample) / (samples - 1)) * length;
    const step = stepAt(ray, t, reach, picture, direction);
    if (step) steps.push(step);
  }
  return steps;
}

/** Pixels on each side of a step that are averaged. */
const HALF = 3;

function stepAt(ray: Ray, t: number, reach: number, picture: Picture, direction: Colour | null): Step | null {
  const across = colourAcross(ray, t, reach + HALF, picture);
  if (!across) return null;
  const sizes: number[] = [];
  let best: { d: number; size: number; change: Colour } = { d: 0, size: 0, change: [0, 0, 0] };
  for (let d = -reach; d <= reach; d += 1) {
    const at = (d + reach + HALF) * 3;
    const changeOf = (channel: number) => {
      let sum = 0;
      for (let k = 1; k <= HALF; k += 1) {
        sum += (across[at + 3 * k + channel] ?? 0) - (across[at - 3 * k + channel] ?? 0);
      }
      return sum / HALF;
    };
    const change: Colour = [changeOf(0), changeOf(1), changeOf(2)];
    const strength = direction
      ? Math.max(0, change[0] * direction[0] + change[1] * direction[1] + change[2] * direction[2])
      : Math.hypot(...change);
    const size = strength * (1 - (0.3 * Math.abs(d)) / reach);
    sizes.push(size);
    if (size > best.size) best = { d, size, change };
  }
  if (best.size < STEP.least) return null;
  return {
    t,
    d: best.d + subpixel(sizes, best.d + reach),
    weight: Math.min(best.size, STEP.most),
    change: best.change,
  };
}

/** Offset from a peak at which the parabola through it and its neighbours is highest, -0.5 to 0.5. */
function subpixel(sizes: number[], peak: number): number {
  const before = sizes[peak - 1] ?? 0;
  const after = sizes[peak + 1] ?? 0;
  const bend = before - 2 * (sizes[peak] ?? 0) + after;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : 0;
}

/** Colours from `-reach` to `reach` across the side, each the mean of three pixels along it; null at the picture's border. */
function colourAcross(
  { point, tx, ty }: Ray,
  t: number,
  reach: number,
  { data, width, height }: Picture,
): Float32Array | null {
  const colours = new Float32Array((2 * reach + 1) * 3);
  for (let d = -reach; d <= reach; d += 1) {
    const to = (d + reach) * 3;
    for (let e = -1; e <= 1; e += 1) {
      const x = Math.round(point.x + tx * (t + e) - ty * d);
      const y = Math.round(point.y + ty * (t + e) + tx * d);
      if (x < 0 || y < 0 || x >= width || y >= height) return null;
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        colours[to + channel] = (colours[to + channel] ?? 0) + (data[at + channel] ?? 0) / 3;
      }
    }
  }
  return colours;
}

/** Iteratively reweighted least squares with Tukey's biweight, whose scale shrinks from round to round. */
function robustLine(steps: Step[], middle: number, reach: number): { shift: number; slope: number } {
  let shift = median(steps.map(({ d }) => d));
  let slope = 0;
  for (let round = 0, scale = reach; round < 14; round += 1, scale *= 0.78) {
    const limit = Math.max(1.5, scale);
    let n = 0;
    let st = 0;
    let sd = 0;
    let stt = 0;
    let std = 0;
    for (const { t, d, weight } of steps) {
      const s = t - middle;
      const residual = (d - shift - slope * s) / limit;
      if (Math.abs(residual) >= 1) continue;
      const w = weight * (1 - residual ** 2) ** 2;
      n += w;
      st += w * s;
      sd += w * d;
      stt += w * s * s;
      std += w * s * d;
    }
    const determinant = n * stt - st * st;
    if (!(determinant > 1e-6)) break;
    slope = (n * std - st * sd) / determinant;
    shift = (sd - slope * st) / n;
  }
  return { shift, slope };
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
