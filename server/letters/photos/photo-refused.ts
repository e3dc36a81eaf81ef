import { DAY_SECONDS, HOUR_SECONDS } from '../../../shared/durations.ts';
import { PHOTO_MAX_BYTES, PHOTOS_PER_UPLOAD } from '../../../shared/limits.ts';
import { type Said, said } from '../../../shared/words.ts';
import { joinSentences, ProductError } from '../../core/errors.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST_NAME_SHOWN = 60;

/** Seconds until what may be uploaded in a day, of UTC, is whole again. */
function secondsLeftToday(now = Date.now()): number {
  return DAY_SECONDS - (Math.floor(now / 1000) % DAY_SECONDS);
}

export const hoursLeftToday = () => Math.ceil(secondsLeftToday() / HOUR_SECONDS);

const picture = (format: string) => (name: string) =>
  said('“{name}” is in the format {format}. Please save it as JPEG.', { name, format });

const OTHER_FILES = {
  gif: picture('GIF'),
  tiff: picture('TIFF'),
  bmp: picture('BMP'),
  jxl: picture('JPEG XL'),
  jp2: picture('JPEG 2000'),
  dng: picture('DNG'),
  pdf: (name: string) => said('“{name}” is a PDF.', { name }),
  archive: (name: string) => said('“{name}” is a ZIP or office file.', { name }),
  video: (name: string) =>
    said('“{name}” is a video. Of a Live Photo, please choose the photo beside it.', { name }),
  svg: (name: string) => said('“{name}” is an SVG drawing.', { name }),
  html: (name: string) => said('“{name}” is a web page.', { name }),
  unknown: (name: string) => said('“{name}” is not a picture that we know.', { name }),
};
export type OtherFile = keyof typeof OTHER_FILES;

type Sentence = (name: string, more: { limit: Said; other: OtherFile }) => Said;

/** `status` answers an upload that holds no other photo. */
const REFUSALS = {
  EMPTY_FILE: { status: 400, sentence: (name) => said('“{name}” is empty.', { name }) },
  NOT_A_PHOTO: {
    status: 415,
    sentence: (name, { other }) =>
      joinSentences(OTHER_FILES[other](name), said('Photos are taken as JPEG, PNG, HEIC, WebP or AVIF.')),
  },
  DAMAGED_PHOTO: {
    status: 422,
    sentence: (name) =>
      said('“{name}” is damaged or incomplete. Please try again with the original photo.', { name }),
  },
  UNREADABLE_PHOTO: {
    status: 422,
    sentence: (name) => said('“{name}” cannot be read here. Please save it anew as JPEG.', { name }),
  },
  TOO_SLOW: {
    status: 422,
    sentence: (name) => said('“{name}” took too long to read. Please save it anew as JPEG.', { name }),
  },
  PHOTO_TOO_LARGE: {
    status: 413,
    sentence: (name) =>
      said('“{name}” is larger than {megabytes} MB.', { name, megabytes: PHOTO_MAX_BYTES / MEGABYTE }),
  },
  TOO_MANY_PIXELS: {
    status: 413,
    sentence: (name) => said('“{name}” has too many pixels. Please save it smaller, as JPEG.', { name }),
  },
  BUSY: {
    status: 503,
    sentence: (name) =>
      said('“{name}” has to wait: very many photos are being read just now. Please try again in a minute.', {
        name,
      }),
  },
  TOO_MANY_PHOTOS: {
    status: 413,
    sentence: (name) =>
      said('“{name}” was left out: up to {photos} photos go at once.', { name, photos: PHOTOS_PER_UPLOAD }),
  },
  PHOTOS_TODAY: {
    status: 429,
    sentence: (name, { limit }) => joinSentences(said('“{name}” has to wait.', { name }), limit),
  },
} satisfies Record<string, { status: number; sentence: Sentence }>;

export type RefusalCode = keyof typeof REFUSALS;

export interface FileRefusal {
  originalName: string;
  code: RefusalCode;
  said: Said;
}

export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
  readonly code: RefusalCode;
  /** how much a day there is, and what to do; for the limits of a day */
  readonly limit: Said;
  readonly #other: OtherFile;

  constructor(code: RefusalCode, more: { limit?: Said; other?: OtherFile; cause?: unknown } = {}) {
    super(code, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.limit = more.limit ?? said('Please go on tomorrow.');
    this.#other = more.other ?? 'unknown';
  }

  get status(): number {
    return REFUSALS[this.code].status;
  }

  get retryHeaders(): { headers?: Record<string, string> } {
    return this.status === 429 ? { headers: { 'retry-after': String(secondsLeftToday()) } } : {};
  }

  asError(originalName: string): ProductError {
    return new ProductError(this.status, this.code, this.forFile(originalName).said, this.retryHeaders);
  }

  forFile(originalName: string): FileRefusal {
    const more = { limit: this.limit, other: this.#other };
    const sentence = REFUSALS[this.code].sentence(shortened(originalName), more);
    return { originalName, code: this.code, said: sentence };
  }
}

function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= LONGEST_NAME_SHOWN) return name;
  return `${letters.slice(0, LONGEST_NAME_SHOWN - 15).join('')}…${letters.slice(-14).join('')}`;
}
