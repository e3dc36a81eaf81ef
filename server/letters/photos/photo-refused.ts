import { DAY_SECONDS, HOUR_SECONDS } from '../../../shared/durations.ts';
import { PHOTO_MAX_BYTES, PHOTOS_PER_UPLOAD } from '../../../shared/limits.ts';
import { msg, type Said, said } from '../../../shared/words.ts';
import { joinSentences, ProductError } from '../../core/errors.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST_NAME_SHOWN = 60;

/** Seconds until the daily limit of uploads starts again, at midnight UTC. */
const secondsLeftToday = (now = Date.now()): number => DAY_SECONDS - (Math.floor(now / 1000) % DAY_SECONDS);

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

/** `status` is that of the answer when no photo of an upload was accepted. */
const REFUSALS = {
  EMPTY_FILE: { status: 400, text: msg('“{name}” is empty.') },
  NOT_A_PHOTO: { status: 415, text: msg('Photos are taken as JPEG, PNG, HEIC, WebP or AVIF.') },
  DAMAGED_PHOTO: {
    status: 422,
    text: msg('“{name}” is damaged or incomplete. Please try again with the original photo.'),
  },
  UNREADABLE_PHOTO: {
    status: 422,
    text: msg('“{name}” cannot be read here. Please save it anew as JPEG.'),
  },
  TOO_SLOW: {
    status: 422,
    text: msg('“{name}” took too long to read. Please save it anew as JPEG.'),
  },
  PHOTO_TOO_LARGE: { status: 413, text: msg('“{name}” is larger than {megabytes} MB.') },
  TOO_MANY_PIXELS: {
    status: 413,
    text: msg('“{name}” has too many pixels. Please save it smaller, as JPEG.'),
  },
  BUSY: {
    status: 503,
    text: msg(
      '“{name}” has to wait: very many photos are being read just now. Please try again in a minute.',
    ),
  },
  TOO_MANY_PHOTOS: { status: 413, text: msg('“{name}” was left out: up to {photos} photos go at once.') },
  PHOTOS_TODAY: { status: 429, text: msg('“{name}” has to wait.') },
};

export type RefusalCode = keyof typeof REFUSALS;

export class PhotoRefused extends Error {
  override name = 'PhotoRefused';
  readonly code: RefusalCode;
  /** says what the daily limit is, and what to do */
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
    return new ProductError(this.status, this.code, this.sentenceFor(originalName), this.retryHeaders);
  }

  sentenceFor(originalName: string): Said {
    const name = shortened(originalName);
    const megabytes = PHOTO_MAX_BYTES / MEGABYTE;
    const sentence = said(REFUSALS[this.code].text, { name, megabytes, photos: PHOTOS_PER_UPLOAD });
    if (this.code === 'NOT_A_PHOTO') return joinSentences(OTHER_FILES[this.#other](name), sentence);
    return this.code === 'PHOTOS_TODAY' ? joinSentences(sentence, this.limit) : sentence;
  }
}

function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= LONGEST_NAME_SHOWN) return name;
  return `${letters.slice(0, LONGEST_NAME_SHOWN - 15).join('')}…${letters.slice(-14).join('')}`;
}
