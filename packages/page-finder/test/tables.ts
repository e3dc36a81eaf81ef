import type { Colour } from './drawn-pages.ts';

type Texture = (x: number, y: number) => Colour;

/** Smooth noise from 0 to 1: values on a grid, interpolated. */
function noiseOf(random: () => number): (x: number, y: number) => number {
  const grid = Float32Array.from({ length: 64 * 64 }, random);
  const at = (x: number, y: number) => grid[(((y % 64) + 64) % 64) * 64 + (((x % 64) + 64) % 64)] ?? 0;
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const u = (x - left) ** 2 * (3 - 2 * (x - left));
    const v = (y - top) ** 2 * (3 - 2 * (y - top));
    const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
    return upper * (1 - v) + (at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u) * v;
  };
}

/**
 * What a page lies on, as reflectance by place (shares of the photo's longer edge): dark wood, light planks, plaid cloth, stone, a plain dark table, a
 * pale one, a white one that is hardly darker than paper, a checked cloth.
 */
export function tableColour(kind: number, random: () => number): Texture {
  const noise = noiseOf(random);
  const turn = random() * 0.4;
  const turned = (x: number, y: number) => x * Math.cos(turn) + y * Math.sin(turn);
  const shaded = (colour: Colour, gain: number): Colour => [
    colour[0] * gain,
    colour[1] * gain,
    colour[2] * gain,
  ];
  switch (kind) {
    case 0:
      return (x, y) =>
        shaded([0.16, 0.085, 0.045], 0.6 + 0.5 * noise(x * 6, y * 60) + 0.2 * noise(x * 40, y * 200));
    case 1:
      return (x, y) => {
        const seam = Math.abs(((turned(x, y) * 7) % 1) - 0.5) > 0.485 ? 0.45 : 1;
        return shaded([0.45, 0.31, 0.17], seam * (0.8 + 0.35 * noise(x * 90, y * 9)));
      };
    case 2:
      return (x, y) => {
        const warp = Math.floor(turned(x, y) * 24) % 2 === 0 ? 1 : 0.72;
        const weft = Math.floor(turned(y, -x) * 24 + 100) % 2 === 0 ? 1 : 0.72;
        return shaded([0.09, 0.17, 0.14], warp * weft * (0.85 + 0.3 * noise(x * 300, y * 300)));
      };
    case 3:
      return (x, y) =>
        shaded([0.2, 0.21, 0.23], 0.5 + noise(x * 12, y * 12) * 0.7 + 0.4 * noise(x * 120, y * 120));
    case 4:
      return (x, y) => shaded([0.05, 0.055, 0.075], 0.9 + 0.2 * noise(x * 30, y * 30));
    case 5:
      return (x, y) => shaded([0.5, 0.47, 0.42], 0.92 + 0.14 * noise(x * 25, y * 25));
    case 6:
      return (x, y) => shaded([0.66, 0.66, 0.64], 0.97 + 0.06 * noise(x * 25, y * 25));
    default:
      return (x, y) => {
        const crossed = [turned(x, y), turned(y, -x)].filter(
          (at) => Math.floor(at * 24 + 100) % 2 === 0,
        ).length;
        return shaded(CHECKS[crossed] ?? CHECKS[0], 0.85 + 0.3 * noise(x * 300, y * 300));
      };
  }
}

/** Of a cloth: where no coloured thread runs, one way, and both ways. */
const CHECKS: [Colour, Colour, Colour] = [
  [0.8, 0.77, 0.7],
  [0.6, 0.3, 0.25],
  [0.4, 0.06, 0.05],
];

const THINGS: { colour: Colour; length: number; width: number }[] = [
  { colour: [0.3, 0.03, 0.03], length: 0.3, width: 0.016 },
  { colour: [0.02, 0.02, 0.025], length: 0.32, width: 0.02 },
  { colour: [0.03, 0.03, 0.035], length: 0.28, width: 0.15 },
  { colour: [0.12, 0.05, 0.2], length: 0.5, width: 0.36 },
];
const OTHER_PAPER = { colour: [0.78, 0.77, 0.74] as Colour, length: 0.6, width: 0.42 };

/**
 * Pens, a phone, a book and perhaps another sheet that lie about.
 * @returns the colour of the thing at a place; null for none
 */
export function clutterOf(random: () => number, withPaper: boolean): (x: number, y: number) => Colour | null {
  const lying = THINGS.filter(() => random() < 0.35);
  if (withPaper && random() < 0.25) lying.push(OTHER_PAPER);
  const things = lying.map((thing) => {
    const angle = Math.PI * random();
    // At the picture's edge, where a page leaves room.
    const side = Math.floor(4 * random());
    const along = random();
    const place =
      side % 2 === 0 ? { x: along, y: side === 0 ? 0.02 : 0.85 } : { x: side === 1 ? 0.02 : 0.85, y: along };
    return { ...thing, place, cos: Math.cos(angle), sin: Math.sin(angle) };
  });
  return (x, y) => {
    const over = things.find(({ place, cos, sin, length, width }) => {
      const dx = x - place.x;
      const dy = y - place.y;
      return Math.abs(dx * cos + dy * sin) < length / 2 && Math.abs(dy * cos - dx * sin) < width / 2;
    });
    return over?.colour ?? null;
  };
}
