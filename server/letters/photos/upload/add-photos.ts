import { randomUUID } from 'node:crypto';
import type { PageEdit } from '../../../../shared/page-edit.ts';
import { isDatabaseOutage } from '../../../core/db/unavailable.ts';
import type { PhotoServices } from '../convert/converter.ts';
import { insertPhotos, type NewPhoto } from '../data.ts';
import { PHOTO_VARIANTS, photoKey } from '../file-names.ts';
import { PhotoRefused } from '../photo-refused.ts';

export interface PhotoFile {
  originalName: string;
  /** path of the file, or its bytes */
  content: string | Buffer;
  /** SHA-256 of the content, hexadecimal */
  contentHash: string;
  /** the photo that it is the display variant of, and how it is edited */
  rendering?: { sourceId: string; edit: PageEdit };
}

export type PhotoOutcome = NewPhoto | PhotoRefused;

export interface AddPhotosOptions {
  /** when it aborts, the work ends after the current step and nothing is stored */
  signal?: AbortSignal;
  /** commits the rows, in place of a plain insert; when it throws, so does `addPhotos` */
  commit?: (outcomes: PhotoOutcome[]) => Promise<void>;
}

/** Commits all rows together, after their files: a crash before that leaves files without a row, which a sweep removes. */
export async function addPhotos(
  services: PhotoServices,
  owner: string,
  files: PhotoFile[],
  {
    signal,
    commit = (outcomes) => insertPhotos(services.db, acceptedPhotos(outcomes)),
  }: AddPhotosOptions = {},
): Promise<PhotoOutcome[]> {
  const named = files.map((file) => ({ id: randomUUID(), file }));
  // All finish before any file is removed: a later write would otherwise stay.
  const settled = await Promise.allSettled(
    named.map(({ id, file }) => addOne(services, { id, owner, file }, signal)),
  );
  try {
    const outcomes = settled.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    signal?.throwIfAborted();
    await commit(outcomes);
    return outcomes;
  } catch (error) {
    // A commit whose answer was lost may have succeeded: its photos could never be shown without their files.
    if (isDatabaseOutage(error) && settled.every(({ status }) => status === 'fulfilled')) throw error;
    // Best effort: the first error matters more than files without a row.
    const keys = named.flatMap(({ id }) => PHOTO_VARIANTS.map((variant) => photoKey(id, variant)));
    await Promise.allSettled(keys.map((key) => services.storage.delete(key)));
    throw error;
  }
}

export const acceptedPhotos = (outcomes: PhotoOutcome[]): NewPhoto[] =>
  outcomes.flatMap((outcome) => (outcome instanceof PhotoRefused ? [] : [outcome]));

async function addOne(
  { storage, photos, meters }: PhotoServices,
  { id, owner, file }: { id: string; owner: string; file: PhotoFile },
  signal: AbortSignal | undefined,
): Promise<PhotoOutcome> {
  const { originalName, content, contentHash, rendering } = file;
  const end = meters.conversions.startTimer();
  try {
    const photo = await photos.convert(content, { person: owner, edit: rendering?.edit, signal });
    end({ outcome: 'taken' });
    for (const variant of PHOTO_VARIANTS) await storage.put(photoKey(id, variant), photo[variant]);
    return {
      id,
      owner,
      originalName,
      contentHash,
      ...rendering,
      width: photo.width,
      height: photo.height,
      displayBytes: photo.display.length,
      mailBytes: photo.mail.length,
      thumbnailBytes: photo.thumbnail.length,
    };
  } catch (error) {
    if (!(error instanceof PhotoRefused)) throw error;
    end({ outcome: error.code });
    return error;
  }
}
