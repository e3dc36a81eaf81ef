import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTOS_PER_UPLOAD } from '../../shared/limits.ts';
import type { RefusedPhoto } from '../../shared/photos.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST_NAME_SHOWN = 60;

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
} satisfies Record<string, { status: number; message: (name: string, what: string) => string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** A file that can't become a photo because of what it is. */
export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
  readonly code: RefusalCode;
  /** what the file is instead, for NOT_A_PHOTO: 'a PDF' */
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
