import { cross, mapCorners, type Point, type Quad } from '../geometry.ts';
import { applied, squareTo } from '../homography.ts';
import { LINEAR, type Picture, srgbByte } from '../picture.ts';
import { type Colour, drawPage, type PageKind, type Sheet } from './drawn-pages.ts';
import { clutterOf, tableColour } from './tables.ts';

/** Photos that are calculated: a page on a table, through a pinhole camera, under light that is known. */
export interface Scene {
  name: string;
  photo: Picture;
  /** where the page's corners truly are, pixels; null for a photo without a page */
  corners: Quad | null;
  /** width over height of the page */
  proportions: number;
  sheet: Sheet;
  /** the light on each place of the page, as shares of its edges */
  lightAt: (u: number, v: number) => Colour;
}

export type Lighting = 'even' | 'gradient' | 'lamp' | 'soft shadow' | 'hard shadow';

export interface SceneOptions {
  kind?: PageKind;
  lighting?: Lighting;
  /** what the page lies on, by the numbers of `tableColour` */
  table?: number;
  /** pixels of the photo's longer edge */
  longest?: number;
  /** the page fills the picture and more, or there is none */
  view?: 'table' | 'filled' | 'no page';
  /** the page's sides are straight, so that every stroke is where the sheet has it */
  isFlat?: boolean;
}

const LIGHTINGS: Lighting[] = ['even', 'gradient', 'lamp', 'soft shadow', 'hard shadow'];
const KINDS: PageKind[] = ['ink', 'pencil', 'ruled', 'colours', 'crayon', 'squared'];

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The same photo for the same seed and options. */
export function makeScene(seed: number, options: SceneOptions = {}): Scene {
  const random = randomNumbers(seed);
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new RangeError('Nothing to pick from.');
    return value;
  };
  const view = options.view ?? 'table';
  const longest = options.longest ?? 900;
  const upright = random() < 0.7;
  const width = upright ? Math.round(longest * 0.75) : longest;
  const height = upright ? longest : Math.round(longest * 0.75);
  const proportions = pick([1 / Math.SQRT2, 8.5 / 11, 0.75, upright ? 0.66 : 1.48]);
  const kind = options.kind ?? pick(KINDS);
  const lighting = options.lighting ?? pick(LIGHTINGS);
  const sheet = drawPage(kind, proportions, random);
  const corners = project({ width, height, proportions, random, filled: view === 'filled' });
  const lightAt = lightOf(lighting, random);
  const anyTable = Math.floor(random() * 7);
  const table = options.table ?? anyTable;
  const clutter = clutterOf(random, view !== 'no page');
  const tableOf = tableColour(table, random);
  const photo = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const flat = inverse(corners);
  const most = options.isFlat ? 0 : 0.012;
  const bow = { x: most * (random() - 0.5), y: most * (random() - 0.5) };
  const toPage = (place: Point) => {
    const { x, y } = flat(place);
    // Paper is seldom flat: its sides bow by up to 0.6 % between the corners.
    return { x: x + bow.x * Math.sin(Math.PI * y), y: y + bow.y * Math.sin(Math.PI * x) };
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sum: [number, number, number] = [0, 0, 0];
      for (const [dx, dy] of SAMPLES) {
        const place = { x: x + dx, y: y + dy };
        const on = toPage(place);
        const isPage = view !== 'no page' && on.x >= 0 && on.x < 1 && on.y >= 0 && on.y < 1;
        const colour = isPage
          ? sheet.at(on.x, on.y)
          : (clutter(place.x / longest, place.y / longest) ?? tableOf(place.x / longest, place.y / longest));
        const shade = isPage || view === 'no page' ? 1 : besidePage(on);
        const light = lightAt(on.x, on.y);
        for (let channel = 0; channel < 3; channel += 1) {
          sum[channel] =
            (sum[channel] ?? 0) + ((colour[channel] ?? 0) * (light[channel] ?? 0) * shade) / SAMPLES.length;
        }
      }
      const noise = (random() + random() - 1) * 4;
      const to = (y * width + x) * 4;
      for (const [channel, value] of sum.entries()) photo.data[to + channel] = srgbByte(value) + noise;
      photo.data[to + 3] = 255;
    }
  }
  return {
    name: `${seed} ${kind}, ${lighting}, table ${table}`,
    photo,
    corners: view === 'table' ? corners : null,
    proportions,
    sheet,
    lightAt,
  };
}

const SAMPLES: [number, number][] = [
  [0.3, 0.2],
  [0.7, 0.7],
];

/** A page casts a narrow shadow on its table. */
function besidePage({ x, y }: Point): number {
  const distance = Math.max(-x, x - 1, -y, y - 1);
  return 1 - 0.35 * Math.exp(-distance / 0.012);
}

interface Projection {
  width: number;
  height: number;
  proportions: number;
  random: () => number;
  filled: boolean;
}

/** A page that lies turned and is seen at a slant by a camera of 24 to 30 mm, all of it in the picture unless it fills it. */
function project({ width, height, proportions, random, filled }: Projection): Quad {
  const focal = ((24 + 6 * random()) / 43.27) * Math.hypot(width, height);
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const between = (least: number, most: number) => least + (most - least) * random();
    const turn = between(-0.14, 0.14);
    const slant = filled ? 0.3 : 1;
    const [pitch, yaw] = [slant * between(-0.45, 0.45), slant * between(-0.3, 0.3)];
    const scale = filled ? between(1.2, 1.5) : between(0.62, 0.92);
    const fit = (filled ? Math.max : Math.min)(width / proportions, height) * scale;
    const half = { x: (proportions * fit) / 2, y: fit / 2 };
    const shift = filled
      ? { x: 0, y: 0 }
      : { x: between(-0.05, 0.05) * width, y: between(-0.05, 0.05) * height };
    const corners = mapCorners(SQUARE, (corner) => {
      const x = (2 * corner.x - 1) * half.x;
      const y = (2 * corner.y - 1) * half.y;
      const turned = {
        x: x * Math.cos(turn) - y * Math.sin(turn),
        y: x * Math.sin(turn) + y * Math.cos(turn),
      };
      const depth = focal + turned.y * Math.sin(pitch) + turned.x * Math.sin(yaw);
      return {
        x: width / 2 + shift.x + (focal * turned.x * Math.cos(yaw)) / depth,
        y: height / 2 + shift.y + (focal * turned.y * Math.cos(pitch)) / depth,
      };
    });
    const margin = 0.015 * Math.max(width, height);
    const isWithin = corners.every(
      ({ x, y }) => x > margin && y > margin && x < width - margin && y < height - margin,
    );
    if (filled ? coversAll(corners, width, height) : isWithin) return corners;
  }
  throw new Error('No such view of a page was found.');
}

const SQUARE: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

function coversAll(corners: Quad, width: number, height: number): boolean {
  const ends = mapCorners(SQUARE, ({ x, y }) => ({ x: x * width, y: y * height }));
  return ends.every((end) =>
    corners.every((corner, index) => cross(corner, corners[(index + 1) % 4] ?? corner, end) > 0),
  );
}

function inverse(corners: Quad): (place: Point) => Point {
  const [a, b, c, d, e, f, g, h] = squareTo(corners);
  // The adjugate is the inverse but for a factor, which division cancels.
  const m = [
    e - f * h,
    c * h - b,
    b * f - c * e,
    f * g - d,
    a - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const w = m[8] ?? 1;
  const [m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0, m7 = 0] = m.map((value) => value / w);
  return (place) => applied([m0, m1, m2, m3, m4, m5, m6, m7], place);
}

function lightOf(lighting: Lighting, random: () => number): (u: number, v: number) => Colour {
  const angle = 2 * Math.PI * random();
  const across = (u: number, v: number) => (u - 0.5) * Math.cos(angle) + (v - 0.5) * Math.sin(angle);
  const place = { x: random(), y: random() };
  const grey = (light: number): Colour => [light, light, light];
  switch (lighting) {
    case 'even':
      return () => grey(0.85);
    case 'gradient':
      return (u, v) => grey(0.62 * Math.exp(0.9 * across(u, v)));
    case 'lamp':
      return (u, v) => {
        const light = 0.35 + 0.55 * Math.exp(-2.2 * ((u - place.x) ** 2 + (v - place.y) ** 2));
        return [light, 0.88 * light, 0.66 * light];
      };
    case 'soft shadow':
      return (u, v) => grey(0.85 * (1 - 0.45 / (1 + Math.exp(-across(u, v) / 0.06))));
    case 'hard shadow':
      return (u, v) => grey(0.85 * (1 - 0.4 / (1 + Math.exp(-across(u, v) / 0.006))));
  }
}

/** Linear light of a pixel. */
export function linearAt({ data, width }: Picture, x: number, y: number): [number, number, number] {
  const at = (y * width + x) * 4;
  const linear = (channel: number) => LINEAR[data[at + channel] ?? 0] ?? 0;
  return [linear(0), linear(1), linear(2)];
}
