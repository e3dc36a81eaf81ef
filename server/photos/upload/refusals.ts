import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTOS_PER_UPLOAD } from '../../../shared/limits.ts';
import type { RefusedPhoto } from '../../../shared/photos.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST_NAME_SHOWN = 60;

/** Why a file is not taken: the status when nothing else of its upload was, and what the person reads. */
const REFUSALS = {
  EMPTY_FILE: { status: 400, says: (name) => `${name} is empty.` },
  NOT_A_PHOTO: {
    status: 415,
    says: (name, what) => `${name} is ${what}. Photos are taken as JPEG, PNG, HEIC, WebP or AVIF.`,
  },
  DAMAGED_PHOTO: {
    status: 422,
    says: (name) => `${name} is damaged or incomplete. Please try again with the original photo.`,
  },
  TOO_SLOW: { status: 422, says: (name) => `${name} took too long to read. Please save it anew as JPEG.` },
  PHOTO_TOO_LARGE: {
    status: 413,
    says: (name) => `${name} is larger than ${PHOTO_MAX_BYTES / MEGABYTE} MB.`,
  },
  TOO_MANY_PIXELS: {
    status: 413,
    says: (name) => `${name} has more than ${PHOTO_MAX_PIXELS / 1e6} megapixels.`,
  },
  BUSY: {
    status: 503,
    says: (name) =>
      `${name} has to wait: very many photos are being read just now. Please try again in a minute.`,
  },
  TOO_MANY_PHOTOS: {
    status: 413,
    says: (name) => `${name} was left out: up to ${PHOTOS_PER_UPLOAD} photos go at once.`,
  },
} satisfies Record<string, { status: number; says: (name: string, what: string) => string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** A file that can't become a photo, through no fault of ours. */
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

  /** HTTP status for an upload that holds nothing better. */
  get status(): number {
    return REFUSALS[this.code].status;
  }

  /** What the wire says of the file, by its name. */
  of(originalName: string): RefusedPhoto {
    const message = REFUSALS[this.code].says(`“${shortened(originalName)}”`, this.what);
    return { originalName, code: this.code, message };
  }
}

/** A long name keeps its beginning and its end. */
function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= LONGEST_NAME_SHOWN) return name;
  return `${letters.slice(0, LONGEST_NAME_SHOWN - 15).join('')}…${letters.slice(-14).join('')}`;
}
