/** Linear reflectance, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

export type PageKind = 'ink' | 'pencil' | 'ruled' | 'colours' | 'crayon' | 'squared';

/** What is on a place of a page: 0 for paper, otherwise the number of an ink. */
export interface Sheet {
  width: number;
  height: number;
  paper: Colour;
  inks: readonly Colour[];
  cells: Uint8Array;
  at: (u: number, v: number) => Colour;
}

/** Numbers of inks, as `inks` holds them. */
export const INK = { blue: 1, pencil: 2, red: 3, line: 4, wax: 5, sun: 6 } as const;

const INKS: readonly Colour[] = [
  [0, 0, 0],
  [0.035, 0.055, 0.22],
  [0.3, 0.3, 0.31],
  [0.42, 0.035, 0.04],
  [0.55, 0.66, 0.78],
  [0.1, 0.36, 0.13],
  [0.75, 0.5, 0.06],
];

const PAPERS: Colour[] = [
  [0.86, 0.85, 0.82],
  [0.84, 0.8, 0.7],
  [0.82, 0.85, 0.88],
];

/** Pixels of a page's height; strokes are some 3 of them wide. */
const HEIGHT = 1000;

export function drawPage(kind: PageKind, proportions: number, random: () => number): Sheet {
  const width = Math.round(HEIGHT * proportions);
  const cells = new Uint8Array(width * HEIGHT);
  const paper = PAPERS[Math.floor(random() * PAPERS.length)] ?? [0.85, 0.85, 0.85];
  const dot = (x: number, y: number, radius: number, ink: number) => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const column = Math.round(x + dx);
        const row = Math.round(y + dy);
        if (dx * dx + dy * dy > radius * radius || column < 0 || row < 0 || column >= width || row >= HEIGHT)
          continue;
        cells[row * width + column] = ink;
      }
    }
  };
  if (kind === 'ruled' || kind === 'squared') {
    for (let y = 90; y < HEIGHT - 30; y += kind === 'ruled' ? 34 : 24) {
      for (let x = 0; x < width; x += 1) dot(x, y, 0, INK.line);
    }
    for (let x = 24; kind === 'squared' && x < width; x += 24) {
      for (let y = 0; y < HEIGHT; y += 1) dot(x, y, 0, INK.line);
    }
  }
  if (kind === 'crayon') {
    for (const [ink, x, y] of [
      [INK.wax, 0.3, 0.35],
      [INK.sun, 0.7, 0.25],
      [INK.red, 0.6, 0.65],
    ] as const) {
      for (let at = -60; at <= 60; at += 1) {
        for (let down = -45; down <= 45; down += 1) {
          if (random() < 0.93) dot(x * width + at, y * HEIGHT + down, 0, ink);
        }
      }
    }
  }
  const lines = kind === 'crayon' ? 4 : 18;
  for (let line = 0; line < lines; line += 1) {
    const ink = kind === 'pencil' ? INK.pencil : kind === 'colours' && line % 3 === 1 ? INK.red : INK.blue;
    scrawl({
      y: (kind === 'crayon' ? 820 : 110) + line * 45,
      width,
      random,
      mark: (x, y) => dot(x, y, 1, ink),
    });
  }
  const at = (u: number, v: number): Colour => {
    const column = Math.min(width - 1, Math.max(0, Math.floor(u * width)));
    const row = Math.min(HEIGHT - 1, Math.max(0, Math.floor(v * HEIGHT)));
    const ink = cells[row * width + column] ?? 0;
    return ink === 0 ? paper : (INKS[ink] ?? paper);
  };
  return { width, height: HEIGHT, paper, inks: INKS, cells, at };
}

interface Scrawl {
  y: number;
  width: number;
  random: () => number;
  mark: (x: number, y: number) => void;
}

function scrawl({ y, width, random, mark }: Scrawl): void {
  const right = width * (0.75 + 0.17 * random());
  let x = width * 0.1;
  while (x < right) {
    const end = Math.min(right, x + 30 + 70 * random());
    for (let phase = 0; x < end; phase += 0.1, x += 0.55) {
      const tall = 1 + Math.sin(phase * 0.37 + y);
      mark(x + 5 * Math.cos(phase), y + 7 * tall * Math.sin(phase));
    }
    x += 16;
  }
}
