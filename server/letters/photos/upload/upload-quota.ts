import { sql } from 'drizzle-orm';
import { PHOTO_MAX_BYTES } from '../../../../shared/limits.ts';
import { said, saidN } from '../../../../shared/words.ts';
import type { Config } from '../../../core/config.ts';
import type { Database, Transaction } from '../../../core/db/database.ts';
import { ProductError } from '../../../core/errors.ts';
import {
  count,
  enforce,
  type Limit,
  limit,
  returnSpent,
  type Spent,
  spend,
  spenderOf,
} from '../../../core/rate-limit.ts';
import type { Services } from '../../../core/services.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import { keptBytes, type NewPhoto } from '../data.ts';
import { hoursLeftToday, PhotoRefused } from '../photo-refused.ts';
import type { PhotoOutcome } from './add-photos.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** A larger body is not read to its end after a refusal: the connection is closed instead. */
const DRAINED_BYTES = PHOTO_MAX_BYTES + MEGABYTE;

/** @param request.isReplay counts no photo @throws 429 with Retry-After, 413 when the person keeps as much as one may */
export async function openQuota(
  { db, config }: Services,
  person: Person,
  { contentLength, isReplay }: { contentLength: number | null; isReplay: boolean },
): Promise<UploadQuota> {
  const spender = spenderOf(person);
  const isConfirmed = person.emailVerified;
  const name = isConfirmed ? 'upload-photos' : 'upload-photos unconfirmed';
  const quota = countPhotos(db, limit(name, spender, config), { isReplay, isConfirmed });
  if (isReplay) {
    await enforce(db, limit('upload-repetitions', spender));
    return quota;
  }
  const refusal = await quota.refusalBefore();
  const closing = (contentLength ?? DRAINED_BYTES + 1) > DRAINED_BYTES ? { connection: 'close' } : {};
  if (refusal) {
    const headers = { ...refusal.retryHeaders.headers, ...closing };
    throw new ProductError(refusal.status, refusal.code, refusal.limit, { headers });
  }
  if ((await keptBytes(db, person.uid)) >= config.PHOTO_MEGABYTES_KEPT * MEGABYTE)
    throw storageFull(config, closing);
  return quota;
}

/** Locks the person until the transaction ends. @throws 413 */
export async function checkStorage(tx: Transaction, config: Config, uid: string, photos: NewPhoto[]) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`photos of ${uid}`}, 0))`);
  const added = photos.reduce((sum, row) => sum + row.displayBytes + row.mailBytes + row.thumbnailBytes, 0);
  if ((await keptBytes(tx, uid)) + added > config.PHOTO_MEGABYTES_KEPT * MEGABYTE) throw storageFull(config);
}

export type UploadQuota = ReturnType<typeof countPhotos>;

/** `close` uncounts the files of an upload that broke off; if the process dies, they stay counted. */
export function countPhotos(db: Database, limited: Limit, { isReplay = false, isConfirmed = true } = {}) {
  const photos: Spent[] = [];
  let settled = false;
  const noPhotosLeft = () => {
    const { most } = limited;
    const hours = hoursLeftToday();
    const limit = isConfirmed
      ? saidN(
          hours,
          'You can add {most} photos a day. Please go on in an hour.',
          'You can add {most} photos a day. Please go on in {n} hours.',
          { most },
        )
      : saidN(
          hours,
          'Until your e-mail address is confirmed you can add {most} photos a day. Please confirm it by the link we mailed you, or go on in an hour.',
          'Until your e-mail address is confirmed you can add {most} photos a day. Please confirm it by the link we mailed you, or go on in {n} hours.',
          { most },
        );
    return new PhotoRefused('PHOTOS_TODAY', { limit });
  };
  return {
    isReplay,

    async refusalBefore(): Promise<PhotoRefused | null> {
      const { count: before } = await count(db, limited, 0);
      return before < limited.most ? null : noPhotosLeft();
    },

    async beginFile(): Promise<PhotoRefused | null> {
      if (isReplay) return null;
      const photo = await spend(db, limited, 1);
      if (photo) photos.push(photo);
      return photo ? null : noPhotosLeft();
    },

    /** Uncounts the last file: it was a form's empty file input, which browsers send, too. */
    async forgetFile(): Promise<void> {
      const photo = photos.pop();
      if (photo) await returnSpent(db, photo);
    },

    /** Keeps the count, unless every file was refused because too many conversions were waiting. */
    settle(outcomes: readonly PhotoOutcome[]): void {
      const wasRead = (outcome: PhotoOutcome) =>
        !(outcome instanceof PhotoRefused && outcome.code === 'BUSY');
      settled = outcomes.length === 0 || outcomes.some(wasRead);
    },

    async close(): Promise<void> {
      if (settled) return;
      for (const spent of photos.splice(0)) await returnSpent(db, spent);
    },
  };
}

function storageFull({ PHOTO_MEGABYTES_KEPT: most }: Config, headers: Record<string, string> = {}) {
  const size = most % KILOBYTE === 0 ? `${most / KILOBYTE} GB` : `${most} MB`;
  return new ProductError(
    413,
    'STORAGE_FULL',
    said(
      'Your letters hold {size} of photos, as much as one person can keep here. Please write to us on the support page.',
      { size },
    ),
    { headers },
  );
}
