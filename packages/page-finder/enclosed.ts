import { fillHoles, newPlane, type Plane } from './plane.ts';

/** Shares of the brightness around (`fillHoles`): a region has a cell below `region`, and all its cells are below `cell`. */
const DARKER = { cell: 0.95, region: 0.86 };
/** Median roughness of the cells around a region from which on it is printed or glued: a shadow's border is soft. */
const SHARP = 0.045;

interface Cells {
  /** luminance between strokes, linear */
  bright: Plane;
  /** deviation of each cell's pixels, relative to their mean brightness */
  roughness: Plane;
  /** whether a cell's colour differs from that of most paper */
  isTinted: (at: number) => boolean;
}

/**
 * Grey photographs, stamps and pale washes on a page: regions that are darker than everything around them, with a sharp
 * border or mostly of another colour. A shadow reaches the page's edge, or has a soft border and the paper's colour.
 * @returns 1 for their cells
 */
export function enclosedCells({ bright, roughness, isTinted }: Cells): Plane {
  const { width, height, values } = bright;
  const around = fillHoles(bright).values;
  const enclosed = newPlane(width, height);
  const isDarker = (at: number, share: number) => (values[at] ?? 0) < share * (around[at] ?? 0);
  const seen = new Uint8Array(values.length);
  for (let start = 0; start < values.length; start += 1) {
    if (seen[start] || !isDarker(start, DARKER.region)) continue;
    const region = [start];
    const border: number[] = [];
    let tinted = 0;
    seen[start] = 1;
    for (const at of region) {
      if (isTinted(at)) tinted += 1;
      // A region never reaches the grid's edge, where `fillHoles` changes nothing: no index leaves the grid or its row.
      for (const next of [at - 1, at + 1, at - width, at + width]) {
        if (seen[next]) continue;
        if (!isDarker(next, DARKER.cell)) border.push(roughness.values[next] ?? 0);
        else {
          seen[next] = 1;
          region.push(next);
        }
      }
    }
    const middle = new Float32Array(border).sort()[border.length >> 1] ?? 0;
    if (middle < SHARP && tinted < region.length / 2) continue;
    for (const at of region) enclosed.values[at] = 1;
  }
  return enclosed;
}
