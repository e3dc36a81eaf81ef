import type { EdgeMap } from './edge-map.ts';
import type { Line } from './line.ts';

/** What is summed along a line. `near` is the side that the normal points to. */
const FIELDS = [
  'edge',
  'signedEdge',
  'count',
  'nearLightness',
  'nearA',
  'nearB',
  'farLightness',
  'farA',
  'farB',
  'nearSquares',
  'farSquares',
] as const;
type Field = (typeof FIELDS)[number];

/** Mean colour (L*a*b*) beside a stretch of a line, and its variance. */
export interface Beside {
  lightness: number;
  a: number;
  b: number;
  variance: number;
}

/** Pixels from the line at which the colours of both sides are read. */
const GAP = 5;
/** From this change on (L*a*b*) there is wholly an edge. */
const WHOLE_EDGE = 6;

export class LineProfile {
  readonly #sums = new Map<Field, Float64Array>();
  readonly #reach: number;

  constructor(line: Line, edges: EdgeMap) {
    this.#reach = Math.ceil(Math.hypot(edges.width, edges.height));
    const length = 2 * this.#reach + 2;
    for (const field of FIELDS) this.#sums.set(field, new Float64Array(length));
    for (let at = 0; at < length - 1; at += 1) this.#add(at, read(line, edges, at - this.#reach));
  }

  /** Sum of a field between two places along the line, pixels. */
  sum(field: Field, from: number, to: number): number {
    const sums = this.#sums.get(field);
    return (sums?.[this.#index(to)] ?? 0) - (sums?.[this.#index(from)] ?? 0);
  }

  beside(near: boolean, from: number, to: number): Beside {
    const n = Math.max(1, this.sum('count', from, to));
    const mean = (field: Field) => this.sum(field, from, to) / n;
    const lightness = mean(near ? 'nearLightness' : 'farLightness');
    const a = mean(near ? 'nearA' : 'farA');
    const b = mean(near ? 'nearB' : 'farB');
    const squares = mean(near ? 'nearSquares' : 'farSquares');
    return {
      lightness,
      a,
      b,
      variance: Math.max(0, squares - lightness ** 2 - a ** 2 - b ** 2),
    };
  }

  #index(place: number): number {
    return Math.min(2 * this.#reach + 1, Math.max(0, Math.round(place) + this.#reach));
  }

  #add(at: number, values: Record<Field, number> | null): void {
    for (const [field, sums] of this.#sums) sums[at + 1] = (sums[at] ?? 0) + (values?.[field] ?? 0);
  }
}

/** Null outside of the picture. */
function read(line: Line, edges: EdgeMap, place: number): Record<Field, number> | null {
  const { cos, sin, rho } = line;
  const { width, height } = edges;
  const x = cos * rho - sin * place;
  const y = sin * rho + cos * place;
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return null;
  const edge = line.isBorder ? 0 : strongestEdge(line, edges, x, y);
  const near = colourAt(edges, x + cos * GAP, y + sin * GAP);
  const far = colourAt(edges, x - cos * GAP, y - sin * GAP);
  const size = Math.min(1, Math.abs(edge) / WHOLE_EDGE);
  return {
    edge: size,
    signedEdge: size * Math.sign(edge),
    count: 1,
    nearLightness: near.lightness,
    nearA: near.a,
    nearB: near.b,
    farLightness: far.lightness,
    farA: far.a,
    farB: far.b,
    nearSquares: near.lightness ** 2 + near.a ** 2 + near.b ** 2,
    farSquares: far.lightness ** 2 + far.a ** 2 + far.b ** 2,
  };
}

/** Within 1.5 px: the change along the normal, negative where it falls. */
function strongestEdge({ cos, sin }: Line, edges: EdgeMap, x: number, y: number): number {
  const { magnitude, dx, dy, width, height } = edges;
  let strongest = 0;
  for (let d = -1.5; d <= 1.5; d += 0.75) {
    const column = Math.round(x + cos * d);
    const row = Math.round(y + sin * d);
    if (column < 1 || row < 1 || column >= width - 1 || row >= height - 1) continue;
    const at = row * width + column;
    const aligned = (dx.values[at] ?? 0) * cos + (dy.values[at] ?? 0) * sin;
    const change = (magnitude.values[at] ?? 0) * aligned * Math.abs(aligned);
    if (Math.abs(change) > Math.abs(strongest)) strongest = change;
  }
  return strongest;
}

function colourAt({ lightness, a, b, width, height }: EdgeMap, x: number, y: number) {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  const row = Math.min(height - 1, Math.max(0, Math.round(y)));
  const at = row * width + column;
  return { lightness: lightness.values[at] ?? 0, a: a.values[at] ?? 0, b: b.values[at] ?? 0 };
}
