import { cross, type Point, type Quad, sidesOf, signedArea } from '../geometry.ts';
import { labOf } from '../lab-picture.ts';
import type { Picture } from '../picture.ts';
import { dilate } from '../plane.ts';
import { ciede2000 } from './ciede2000.ts';
import { INK } from './drawn-pages.ts';
import { linearAt, type Scene } from './page-scenes.ts';

/** Area in both over area in either (intersection over union), 0 to 1. */
export function overlap(one: Quad, other: Quad): number {
  let common: Point[] = [...one];
  for (const { from, to } of sidesOf(other)) {
    const within = (point: Point) => cross(from, to, point);
    common = common.flatMap((point, index) => {
      const next = common[(index + 1) % common.length] ?? point;
      const [here, there] = [within(point), within(next)];
      const kept = here >= 0 ? [point] : [];
      if (here >= 0 === there >= 0) return kept;
      const t = here / (here - there);
      return [...kept, { x: point.x + (next.x - point.x) * t, y: point.y + (next.y - point.y) * t }];
    });
  }
  const shared = Math.abs(polygonArea(common));
  return shared / (Math.abs(signedArea(one)) + Math.abs(signedArea(other)) - shared);
}

function polygonArea(points: Point[]): number {
  return points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] ?? { x, y };
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);
}

export interface LightMeasures {
  /** standard deviation of the logarithm of what is left of the light on paper */
  residual: number;
  /** of each ink, how dark it is to its paper afterwards, as a share of what it was; 1 for as before */
  contrast: number | null;
  /** of coloured ink: degrees of hue, and share of chroma */
  hueShift: number | null;
  chromaKept: number | null;
  /** median CIEDE2000 difference of crayon patches */
  crayonDifference: number | null;
}

type Rgb = [number, number, number];

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * Compares a page whose light was evened with what it is under the light that is known.
 * @param before the straightened photo
 * @param after the same with its light evened
 */
export function measureLight(scene: Scene, before: Picture, after: Picture): LightMeasures {
  const pixels = sortedByInk(scene, before, after);
  const paper = pixels.get(0) ?? [];
  const whiteBefore = medianColour(paper.map(({ reflected }) => reflected));
  const whiteAfter = medianColour(paper.map(({ evened }) => evened));
  const logs = byCell(paper).map((cell) => Math.log(mean(cell.map(({ evened }) => evened[1]))));
  const average = mean(logs);
  const residual = Math.sqrt(mean(logs.map((log) => (log - average) ** 2)));
  const comparedTo = (ink: number) => {
    const of = pixels.get(ink) ?? [];
    if (of.length < 30) return null;
    return {
      was: of.map(({ reflected }) => over(reflected, whiteBefore)),
      is: of.map(({ evened }) => over(evened, whiteAfter)),
    };
  };
  const pencil = comparedTo(INK.pencil) ?? comparedTo(INK.blue);
  const darkness = (colours: Rgb[]) => 1 - mean(colours.map(([, green]) => green));
  const coloured = [INK.red, INK.blue, INK.wax, INK.sun].flatMap((ink) => comparedTo(ink) ?? []);
  const labs = coloured.map(({ was, is }) => [meanLab(was), meanLab(is)] as const);
  const crayons = [INK.wax, INK.sun].flatMap((ink) => comparedTo(ink) ?? []);
  const differences = crayons.flatMap(({ was, is }) =>
    was.map((colour, at) => ciede2000(labOf(...colour), labOf(...(is[at] ?? colour)))),
  );
  return {
    residual,
    contrast: pencil ? darkness(pencil.is) / darkness(pencil.was) : null,
    hueShift: labs.length > 0 ? Math.max(...labs.map(([was, is]) => hueBetween(was, is))) : null,
    chromaKept: labs.length > 0 ? Math.min(...labs.map(([was, is]) => chroma(is) / chroma(was))) : null,
    crayonDifference: differences.length > 0 ? median(differences) : null,
  };
}

/** Pixels by 40 × 40 cells of the page, whose means tell light from the camera's noise. */
function byCell(paper: Compared[]): Compared[][] {
  const cells = new Map<string, Compared[]>();
  for (const pixel of paper) {
    const cell = `${Math.floor(pixel.u * 40)} ${Math.floor(pixel.v * 40)}`;
    const list = cells.get(cell);
    if (list) list.push(pixel);
    else cells.set(cell, [pixel]);
  }
  return [...cells.values()].filter((pixels) => pixels.length >= 8);
}

interface Compared {
  u: number;
  v: number;
  /** linear light with the known light divided out */
  reflected: Rgb;
  evened: Rgb;
}

/** Pixels whose surroundings are all of one ink, or far from any, and which lie inside of the page. */
function sortedByInk({ sheet, lightAt }: Scene, before: Picture, after: Picture): Map<number, Compared[]> {
  const sorted = new Map<number, Compared[]>();
  const inkAt = (u: number, v: number) =>
    sheet.cells[Math.floor(v * sheet.height) * sheet.width + Math.floor(u * sheet.width)] ?? 0;
  const inkNear = dilate(
    {
      values: Float32Array.from(sheet.cells, (ink) => Math.min(1, ink)),
      width: sheet.width,
      height: sheet.height,
    },
    8,
  );
  for (let y = 8; y < before.height - 8; y += 1) {
    for (let x = 8; x < before.width - 8; x += 1) {
      const [u, v] = [(x + 0.5) / before.width, (y + 0.5) / before.height];
      const ink = inkAt(u, v);
      // Of paper every third pixel tells enough.
      if (ink === INK.line || (ink === 0 && (x + y) % 3 !== 0)) continue;
      const near = inkNear.values[Math.floor(v * sheet.height) * sheet.width + Math.floor(u * sheet.width)];
      if (ink === 0 && near !== 0) continue;
      const reach = ink === 0 ? 0 : ink >= INK.wax ? 3 : 0.4;
      const isAlone = [-1, 0, 1].every((dx) =>
        [-1, 0, 1].every(
          (dy) => inkAt(u + (dx * reach) / before.width, v + (dy * reach) / before.height) === ink,
        ),
      );
      if (!isAlone) continue;
      const light = lightAt(u, v);
      const [r, g, b] = linearAt(before, x, y);
      const list = sorted.get(ink) ?? [];
      list.push({
        u,
        v,
        reflected: [r / light[0], g / light[1], b / light[2]],
        evened: linearAt(after, x, y),
      });
      sorted.set(ink, list);
    }
  }
  return sorted;
}

function medianColour(colours: Rgb[]): Rgb {
  return [
    median(colours.map(([r]) => r)),
    median(colours.map(([, g]) => g)),
    median(colours.map(([, , b]) => b)),
  ];
}

const over = ([r, g, b]: Rgb, white: Rgb): Rgb => [r / white[0], g / white[1], b / white[2]];

type Lab = ReturnType<typeof labOf>;

function meanLab(colours: Rgb[]): Lab {
  return labOf(
    mean(colours.map(([r]) => r)),
    mean(colours.map(([, g]) => g)),
    mean(colours.map(([, , b]) => b)),
  );
}

const chroma = ({ a, b }: Lab) => Math.hypot(a, b);

/** Degrees. */
function hueBetween(one: Lab, other: Lab): number {
  const turn = ((Math.atan2(other.b, other.a) - Math.atan2(one.b, one.a)) * 180) / Math.PI;
  return Math.abs(((turn + 540) % 360) - 180);
}
