import { randomUUID } from 'node:crypto';
import { PHOTO_WIDTHS, type PhotoVariant } from '../../../shared/photos.ts';
import type { Services } from '../../platform/services.ts';
import { photoKey } from '../convert/photo-key.ts';
import { insertPhotos, type NewPhoto } from '../data.ts';
import { PhotoRefused } from './refusals.ts';

const VARIANTS = Object.keys(PHOTO_WIDTHS) as PhotoVariant[];

export interface PhotoFile {
  originalName: string;
  /** path of the file, or its bytes */
  content: string | Buffer;
  /** SHA-256 of the content, hexadecimal */
  contentHash: string;
}

/** For each file, in their order, the photo it became or why it did not. */
export type PhotoOutcome = NewPhoto | PhotoRefused;

export interface AddPhotosOptions {
  /** aborts between steps, when nobody waits for the photos any more; nothing is kept then */
  signal?: AbortSignal;
  /** commits the rows, in place of a plain insert; what it throws, `addPhotos` throws, and nothing is kept */
  commit?: (outcomes: PhotoOutcome[]) => Promise<void>;
}

/**
 * Makes photos of files: converts each, stores its variants, and then commits all rows at once. So a row never
 * lacks its files; a crash before the commit leaves files that belong to nobody, until they are swept.
 * @throws when storage or database fail; nothing is kept then
 */
export async function addPhotos(
  services: Pick<Services, 'db' | 'storage' | 'photos' | 'meters'>,
  ownerUid: string,
  files: PhotoFile[],
  { signal, commit = (outcomes) => insertPhotos(services.db, taken(outcomes)) }: AddPhotosOptions = {},
): Promise<PhotoOutcome[]> {
  const named = files.map((file) => ({ id: randomUUID(), file }));
  // All are let finish before anything is cleaned away: a later write would outlive the cleaning.
  const settled = await Promise.allSettled(
    named.map(({ id, file }) => addOne(services, id, ownerUid, file, signal)),
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
    // Best effort: what failed matters more than files that belong to nobody.
    await Promise.allSettled(named.map(({ id }) => removeFiles(services, id)));
    throw error;
  }
}

/** Those that became photos. */
export function taken(outcomes: PhotoOutcome[]): NewPhoto[] {
  return outcomes.flatMap((outcome) => (outcome instanceof PhotoRefused ? [] : [outcome]));
}

async function addOne(
  { storage, photos, meters }: Pick<Services, 'storage' | 'photos' | 'meters'>,
  id: string,
  ownerUid: string,
  { originalName, content, contentHash }: PhotoFile,
  signal: AbortSignal | undefined,
): Promise<PhotoOutcome> {
  const begun = performance.now();
  const meter = (outcome: string) => meters.conversion(outcome, (performance.now() - begun) / 1_000);
  try {
    const photo = await photos.convert(content, signal);
    meter('taken');
    for (const variant of VARIANTS) await storage.put(photoKey(id, variant), photo[variant]);
    return {
      id,
      ownerUid,
      originalName,
      contentHash,
      width: photo.width,
      height: photo.height,
      displayBytes: photo.display.length,
      mailBytes: photo.mail.length,
      thumbnailBytes: photo.thumbnail.length,
    };
  } catch (error) {
    if (!(error instanceof PhotoRefused)) throw error;
    meter(error.code);
    return error;
  }
}

async function removeFiles({ storage }: Pick<Services, 'storage'>, id: string): Promise<void> {
  for (const variant of VARIANTS) await storage.delete(photoKey(id, variant));
}
