import { evenLight, LIGHT } from '../../../packages/page-finder/even-light.ts';
import { findPage } from '../../../packages/page-finder/find-page.ts';
import { inset, mapCorners, type Quad } from '../../../packages/page-finder/geometry.ts';
import { straightSize } from '../../../packages/page-finder/homography.ts';
import { type PaperLight, paperLight } from '../../../packages/page-finder/paper-light.ts';
import type { Picture } from '../../../packages/page-finder/picture.ts';
import { straighten } from '../../../packages/page-finder/straighten.ts';

/** The photo is reduced to this longer edge, pixels. */
const LONGEST = 1200;
/** Corners are moved inwards by this share: the sides of paper bow, and the table should not be seen. */
const INSET = 0.004;
/** Least share of plain paper in a page that counts as sure. */
const LEAST_PAPER = 0.6;
/** Longer edge of the page in which that is measured, pixels. */
const MEASURED = 640;

export interface DrawOptions {
  /** shares of the photo's width and height; null for the whole photo */
  corners: Quad | null;
  light: number;
  /** longer edge at most, pixels */
  longest: number;
}
/** A page as an edit would make it. */
export interface DrawnPage extends Picture {
  /** over half of it is plain paper, so that its light could be estimated */
  isPaper: boolean;
}
export type PageQuestion = { src: string | Blob } | { find: true } | { draw: DrawOptions };
export interface FoundCorners {
  /** shares of the photo's width and height */
  corners: Quad;
  /** the corners may be used without asking the person */
  isSure: boolean;
}
export type PageAnswer =
  | { opened: true }
  | { found: FoundCorners | null }
  | { picture: DrawnPage }
  | { failure: string };

let photo: Picture | null = null;
let prepared: { key: string; page: Picture; paper: PaperLight } | null = null;

// One at a time: each may need the result of the one before it.
let queue = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<PageQuestion>) => {
  queue = queue.then(async () => {
    const answer = await answerTo(data).catch((cause: unknown) => ({ failure: String(cause) }));
    postMessage(answer, 'picture' in answer ? { transfer: [answer.picture.data.buffer] } : {});
  });
});

async function answerTo(question: PageQuestion): Promise<PageAnswer> {
  if ('src' in question) {
    photo = await open(question.src);
    return { opened: true };
  }
  if (!photo) throw new Error('No photo is open.');
  if ('find' in question) return { found: find(photo) };
  return { picture: draw(photo, question.draw) };
}

async function open(src: string | Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(typeof src === 'string' ? await fetched(src) : src);
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    alpha: false,
    willReadFrequently: true,
  });
  if (!context) throw new Error('This browser has no canvas context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  return { data: new Uint8ClampedArray(data), width, height };
}

async function fetched(src: string): Promise<Blob> {
  const response = await fetch(src);
  if (!response.ok) throw new Error(`The photo could not be fetched: ${response.status}`);
  return response.blob();
}

function find(from: Picture): FoundCorners | null {
  const page = findPage(from);
  if (!page) return null;
  const corners = mapCorners(inset(page.corners, INSET), ({ x, y }) => ({
    x: x / from.width,
    y: y / from.height,
  }));
  const isPaper = () => paperLight(pageOf(from, corners, MEASURED)).share >= LEAST_PAPER;
  return { corners, isSure: page.isSure && isPaper() };
}

function draw(from: Picture, { corners, light, longest }: DrawOptions): DrawnPage {
  const key = JSON.stringify([corners, longest]);
  if (prepared?.key !== key) {
    const page = corners ? pageOf(from, corners, longest) : from;
    prepared = { key, page, paper: paperLight(page) };
  }
  const copy = { ...prepared.page, data: prepared.page.data.slice() };
  if (light > LIGHT.none) evenLight(copy, prepared.paper, light);
  return { ...copy, isPaper: prepared.paper.share > 0.5 };
}

function pageOf(from: Picture, shares: Quad, longest: number): Picture {
  const corners = mapCorners(shares, ({ x, y }) => ({ x: x * from.width, y: y * from.height }));
  const { width, height } = straightSize(corners, from);
  const scale = Math.min(1, longest / Math.max(width, height));
  return straighten(from, corners, {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
}
