import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTOS_PER_UPLOAD } from '../../shared/limits.ts';
import type { RefusedPhoto } from '../../shared/photos.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST_NAME_SHOWN = 60;

/** Seconds of the window in which uploads are counted: days of UTC. */
export const DAY_SECONDS = 24 * 3600;

/** Seconds until what may be uploaded in a day is whole again. */
function secondsLeftToday(now = Date.now()): number {
  return DAY_SECONDS - (Math.floor(now / 1000) % DAY_SECONDS);
}

/** When that is, for a person. */
export function inSomeHours(now = Date.now()): string {
  const hours = Math.ceil(secondsLeftToday(now) / 3600);
  return hours === 1 ? 'in an hour' : `in ${hours} hours`;
}

/** Why a file is refused: the HTTP status when its upload holds no other photo, and what the person reads. */
const REFUSALS = {
  EMPTY_FILE: { status: 400, message: (name) => `${name} is empty.` },
  NOT_A_PHOTO: {
    status: 415,
    message: (name, what) => `${name} is ${what}. Photos are taken as JPEG, PNG, HEIC, WebP or AVIF.`,
  },
  DAMAGED_PHOTO: {
    status: 422,
    message: (name) => `${name} is damaged or incomplete. Please try again with the original photo.`,
  },
  UNREADABLE_PHOTO: {
    status: 422,
    message: (name) => `${name} cannot be read here. Please save it anew as JPEG.`,
  },
  TOO_SLOW: { status: 422, message: (name) => `${name} took too long to read. Please save it anew as JPEG.` },
  PHOTO_TOO_LARGE: {
    status: 413,
    message: (name) => `${name} is larger than ${PHOTO_MAX_BYTES / MEGABYTE} MB.`,
  },
  TOO_MANY_PIXELS: {
    status: 413,
    message: (name) => `${name} has more than ${PHOTO_MAX_PIXELS / 1e6} megapixels.`,
  },
  BUSY: {
    status: 503,
    message: (name) =>
      `${name} has to wait: very many photos are being read just now. Please try again in a minute.`,
  },
  TOO_MANY_PHOTOS: {
    status: 413,
    message: (name) => `${name} was left out: up to ${PHOTOS_PER_UPLOAD} photos go at once.`,
  },
  // `what` says how much a day there is, and what to do.
  PHOTOS_TODAY: { status: 429, message: (name, what) => `${name} has to wait. ${what}` },
  BYTES_TODAY: { status: 429, message: (name, what) => `${name} has to wait. ${what}` },
  PIXELS_TODAY: { status: 429, message: (name, what) => `${name} has to wait. ${what}` },
} satisfies Record<string, { status: number; message: (name: string, what: string) => string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** A file that does not become a photo: because of what it is, or because there were so many before it. */
export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
  readonly code: RefusalCode;
  /** what the file is instead, for NOT_A_PHOTO: 'a PDF'; a sentence about the limit, for those of a day */
  readonly what: string;

  constructor(code: RefusalCode, more: { what?: string; cause?: unknown } = {}) {
    super(code, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.what = more.what ?? 'not a photo';
  }

  /** HTTP status for an upload that holds no photo. */
  get status(): number {
    return REFUSALS[this.code].status;
  }

  /** Headers of that answer: when to try again, for a limit that is one of time. */
  get retryHeaders(): { headers?: Record<string, string> } {
    return this.status === 429 ? { headers: { 'retry-after': String(secondsLeftToday()) } } : {};
  }

  /** The refusal in the answer to an upload. */
  forFile(originalName: string): RefusedPhoto {
    const message = REFUSALS[this.code].message(`“${shortened(originalName)}”`, this.what);
    return { originalName, code: this.code, message };
  }
}

/** A long name keeps its beginning and its end. */
function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= LONGEST_NAME_SHOWN) return name;
  return `${letters.slice(0, LONGEST_NAME_SHOWN - 15).join('')}…${letters.slice(-14).join('')}`;
}
