import { sql } from 'drizzle-orm';
import { PHOTO_MAX_BYTES } from '../../../../shared/limits.ts';
import { said, saidN } from '../../../../shared/words.ts';
import type { Config } from '../../../core/config.ts';
import type { Transaction } from '../../../core/db/database.ts';
import { ProductError } from '../../../core/errors.ts';
import { count, type Limit, limit, returnSpent, type Spent, spend } from '../../../core/rate-limit.ts';
import type { Services } from '../../../core/services.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import { keptBytes, type NewPhoto } from '../data.ts';
import { hoursLeftToday, PhotoRefused } from '../photo-refused.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** A larger body is not read to its end after a refusal: the connection is closed instead. */
const DRAINED_BYTES = PHOTO_MAX_BYTES + MEGABYTE;

export interface UploadRequest {
  /** bytes of the body; null when the request does not say */
  contentLength: number | null;
  /** the upload was answered before and is repeated, because the answer was lost */
  isReplay: boolean;
}

/** Whose uploads are counted, and by which limits. */
export interface DailyUploads {
  /** uid of a person, or what else uploads */
  uploader: string;
  photos: 'upload-photos' | 'upload-photos unconfirmed' | 'upload-photos on a page';
  kilobytes: 'upload-kilobytes' | 'upload-kilobytes on a page';
}

/** The counters hold photos, kilobytes and thousands of pixels. */
function limitsOf(config: Config, { uploader, photos, kilobytes }: DailyUploads) {
  return {
    photos: limit(photos, uploader, config),
    kilobytes: limit(kilobytes, uploader, config),
    replayedKilobytes: limit('upload-replayed-kilobytes', uploader, config),
    kilopixels: limit('upload-kilopixels', uploader, config),
  };
}

/**
 * Begins to count an upload, and refuses it before its body is read when too little is left of the day or of the storage.
 * A repetition of an answered upload is counted apart and only by bytes.
 * @throws 429 with Retry-After; 413 when the person's photos fill what one person may keep
 */
export async function openQuota(
  services: Pick<Services, 'db' | 'config'>,
  person: Person,
  request: UploadRequest,
): Promise<UploadQuota> {
  const daily: DailyUploads = {
    uploader: person.uid,
    photos: person.emailVerified ? 'upload-photos' : 'upload-photos unconfirmed',
    kilobytes: 'upload-kilobytes',
  };
  const quota = new UploadQuota(services, daily, request);
  if (request.isReplay) return quota;
  const { db, config } = services;
  const refusal = await quota.refusalBefore();
  const closing = (request.contentLength ?? DRAINED_BYTES + 1) > DRAINED_BYTES ? { connection: 'close' } : {};
  if (refusal) {
    const headers = { ...refusal.retryHeaders.headers, ...closing };
    throw new ProductError(refusal.status, refusal.code, refusal.limit, { headers });
  }
  if ((await keptBytes(db, person.uid)) >= config.PHOTO_MEGABYTES_KEPT * MEGABYTE) {
    throw storageFull(config, closing);
  }
  return quota;
}

/**
 * Counts one upload against what may be uploaded in a day. Photos and bytes are taken before each file is received, so that
 * uploads at the same time share what is left; `close` gives back what did not become photos. The bytes of a whole
 * upload whose files were refused stay counted, as do pixels once they were decoded. A process that dies gives nothing
 * back: the day ends that.
 */
export class UploadQuota {
  readonly isReplay: boolean;
  readonly #services: Pick<Services, 'db' | 'config'>;
  readonly #daily: DailyUploads;
  readonly #contentLength: number | null;
  readonly #limits: ReturnType<typeof limitsOf>;
  readonly #photos: Spent[] = [];
  readonly #kilobytes: Spent[] = [];
  /** photos that stay counted, and so do all bytes; null while nothing does */
  #kept: number | null = null;

  constructor(services: Pick<Services, 'db' | 'config'>, daily: DailyUploads, request: UploadRequest) {
    this.#services = services;
    this.#daily = daily;
    this.#contentLength = request.contentLength;
    this.isReplay = request.isReplay;
    this.#limits = limitsOf(services.config, daily);
  }

  /** Why the whole upload is refused unread; null when something of it can be taken. */
  async refusalBefore(): Promise<PhotoRefused | null> {
    const { photos, kilobytes } = this.#limits;
    const leftOf = async (limited: Limit) =>
      limited.most - (await count(this.#services.db, limited, 0)).count;
    if ((await leftOf(photos)) < 1) return this.#noPhotosLeft();
    const wanted = Math.max(1, kilobytesOf(this.#contentLength ?? 0));
    return (await leftOf(kilobytes)) < wanted ? this.#noBytesLeft() : null;
  }

  /** Counts the next file as large as it can be. @returns its refusal when too little is left */
  async beginFile(): Promise<PhotoRefused | null> {
    const { db } = this.#services;
    const { photos, kilobytes, replayedKilobytes } = this.#limits;
    const most = kilobytesOf(Math.min(PHOTO_MAX_BYTES, this.#contentLength ?? PHOTO_MAX_BYTES));
    const bytes = await spend(db, this.isReplay ? replayedKilobytes : kilobytes, most);
    if (!bytes) return this.#noBytesLeft();
    this.#kilobytes.push(bytes);
    if (this.isReplay) return null;
    const photo = await spend(db, photos, 1);
    if (photo) this.#photos.push(photo);
    else await this.#keepBytes(0);
    return photo ? null : this.#noPhotosLeft();
  }

  /** The file is received: gives back what it was smaller. */
  async endFile(bytes: number): Promise<void> {
    await this.#keepBytes(bytes);
    // A form's empty file input is sent too, and must not take the last photo of a day.
    const photo = bytes === 0 ? this.#photos.pop() : undefined;
    if (photo) await returnSpent(this.#services.db, photo);
  }

  /** @throws {PhotoRefused} when too many pixels were decoded already */
  async admitPixels(pixels: number): Promise<void> {
    const spent = await spend(this.#services.db, this.#limits.kilopixels, Math.ceil(pixels / 1_000));
    if (spent) return;
    throw new PhotoRefused('PIXELS_TODAY', {
      limit: saidN(
        hoursLeftToday(),
        'Photos of {most} megapixels a day can be read. Please make it smaller, or go on in an hour.',
        'Photos of {most} megapixels a day can be read. Please make it smaller, or go on in {n} hours.',
        { most: this.#services.config.UPLOAD_MEGAPIXELS_A_DAY },
      ),
    });
  }

  /**
   * Checks under a lock of the person, until the transaction ends, that more photos fit in what one person may keep.
   * @throws 413
   */
  async checkStorage(tx: Transaction, photos: NewPhoto[]): Promise<void> {
    const uid = this.#daily.uploader;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`photos of ${uid}`}, 0))`);
    const { config } = this.#services;
    const added = photos.reduce((sum, row) => sum + row.displayBytes + row.mailBytes + row.thumbnailBytes, 0);
    if ((await keptBytes(tx, uid)) + added > config.PHOTO_MEGABYTES_KEPT * MEGABYTE)
      throw storageFull(config);
  }

  /** So many of the files have become photos. Without this call the upload counts nothing. */
  keep(photos: number): void {
    this.#kept = photos;
  }

  /** Gives back what was not kept. */
  async close(): Promise<void> {
    const { db } = this.#services;
    for (const spent of this.#photos.slice(this.#kept ?? 0)) await returnSpent(db, spent);
    if (this.#kept === null && !this.isReplay) {
      for (const spent of this.#kilobytes) await returnSpent(db, spent);
    }
  }

  async #keepBytes(bytes: number): Promise<void> {
    const last = this.#kilobytes.at(-1);
    if (!last) throw new Error('No file was begun.');
    const amount = Math.min(last.amount, kilobytesOf(bytes));
    this.#kilobytes[this.#kilobytes.length - 1] = { ...last, amount };
    await returnSpent(this.#services.db, last, last.amount - amount);
  }

  #noPhotosLeft(): PhotoRefused {
    const { most } = this.#limits.photos;
    const hours = hoursLeftToday();
    const limit =
      this.#daily.photos === 'upload-photos unconfirmed'
        ? saidN(
            hours,
            'Until your e-mail address is confirmed you can add {most} photos a day. Please confirm it by the link we mailed you, or go on in an hour.',
            'Until your e-mail address is confirmed you can add {most} photos a day. Please confirm it by the link we mailed you, or go on in {n} hours.',
            { most },
          )
        : saidN(
            hours,
            'You can add {most} photos a day. Please go on in an hour.',
            'You can add {most} photos a day. Please go on in {n} hours.',
            { most },
          );
    return new PhotoRefused('PHOTOS_TODAY', { limit });
  }

  #noBytesLeft(): PhotoRefused {
    return new PhotoRefused('BYTES_TODAY', {
      limit: saidN(
        hoursLeftToday(),
        'You can send {size} of photos a day. Please go on in an hour.',
        'You can send {size} of photos a day. Please go on in {n} hours.',
        { size: sizeOf(this.#limits.kilobytes.most / KILOBYTE) },
      ),
    });
  }
}

function kilobytesOf(bytes: number): number {
  return Math.ceil(bytes / KILOBYTE);
}

/** '1 GB', '500 MB' */
function sizeOf(megabytes: number): string {
  return megabytes % KILOBYTE === 0 ? `${megabytes / KILOBYTE} GB` : `${megabytes} MB`;
}

function storageFull(config: Config, headers: Record<string, string> = {}): ProductError {
  return new ProductError(
    413,
    'STORAGE_FULL',
    said(
      'Your letters hold {size} of photos, as much as one person can keep here. Please write to us on the support page.',
      { size: sizeOf(config.PHOTO_MEGABYTES_KEPT) },
    ),
    { headers },
  );
}
