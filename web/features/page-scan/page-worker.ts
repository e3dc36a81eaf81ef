import { evenLight, LIGHT } from '../../../packages/page-finder/even-light.ts';
import { findPage } from '../../../packages/page-finder/find-page.ts';
import { inset, mapCorners, type Quad } from '../../../packages/page-finder/geometry.ts';
import { straightSize } from '../../../packages/page-finder/homography.ts';
import { type PaperLight, paperLight } from '../../../packages/page-finder/paper-light.ts';
import type { Picture } from '../../../packages/page-finder/picture.ts';
import { straighten } from '../../../packages/page-finder/straighten.ts';

/** Longer edge of the photo that is worked with, pixels. */
const LONGEST = 1200;
/** The sides of paper bow: by this share the corners are moved inwards, so that nothing of the table is seen. */
const INSET = 0.004;
/** A page is sure only when so much of it is plain paper. */
const LEAST_PAPER = 0.6;
/** Pixels of the longer edge in which that is measured. */
const MEASURED = 640;

export interface PageLook {
  /** shares of the photo's width and height; null for the whole photo */
  corners: Quad | null;
  light: number;
  /** pixels of the longer edge at most */
  longest: number;
}
/** A page as it will be. */
export interface DrawnPage extends Picture {
  /** most of it is plain paper, whose light can be told */
  isPaper: boolean;
}
export type PageQuestion = { src: string | Blob } | { find: true } | { look: PageLook };
export interface FoundCorners {
  /** shares of the photo's width and height */
  corners: Quad;
  /** it may be taken, and its handles laid, unasked */
  isSure: boolean;
}
export type PageAnswer =
  | { opened: true }
  | { found: FoundCorners | null }
  | { picture: DrawnPage }
  | { failure: string };

let photo: Picture | null = null;
let last: { key: string; page: Picture; paper: PaperLight } | null = null;

// One after the other: each may need what the one before it made.
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
  return { picture: look(photo, question.look) };
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

function look(from: Picture, { corners, light, longest }: PageLook): DrawnPage {
  const key = JSON.stringify([corners, longest]);
  if (last?.key !== key) {
    const page = corners ? pageOf(from, corners, longest) : from;
    last = { key, page, paper: paperLight(page) };
  }
  const copy = { ...last.page, data: last.page.data.slice() };
  if (light > LIGHT.none) evenLight(copy, last.paper, light);
  return { ...copy, isPaper: last.paper.share > 0.5 };
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
