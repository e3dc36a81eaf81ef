import { PHOTO_MAX_BYTES, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import type { LeftBehind } from './interrupted-uploads.ts';

/** A file on its way. It takes up a place among the pages under the id that its photo will have. */
export interface Upload {
  id: string;
  file: File;
  /** ids of the pages before it when it was chosen, nearest first */
  after: readonly string[];
  status: 'waiting' | 'uploading' | 'failed';
  /** share of the bytes that has left, 0 to 1 */
  progress: number;
  /** why it failed, in a person's words */
  reason: string | null;
  /** false when the same file would be refused again */
  retryable: boolean;
}

export type UploadQueue = readonly Upload[];

/** Two at a time: the answer to one is prepared while the next is on the wire. */
const AT_ONCE = 2;

const READABLE_NAME = /\.(jpe?g|png|webp|avif|hei[cf])$/i;
const READABLE_TYPE = /^image\/(jpeg|pjpeg|png|webp|avif|hei[cf](-sequence)?)$/;

export const TOO_LARGE = `Larger than ${PHOTO_MAX_BYTES / (1024 * 1024)} MB`;
export const NOT_A_PHOTO = 'Not a JPEG, PNG, HEIC, WebP or AVIF photo';
export const EMPTY_FILE = 'This file is empty';

/** Why a file need not even be sent, or null. The server judges by content; this only saves the wait. */
export function refusal(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  // A browser without an idea of the file gives no type: then only its bytes can tell.
  const named = file.type === '' || READABLE_TYPE.test(file.type) || READABLE_NAME.test(file.name);
  if (!named) return NOT_A_PHOTO;
  if (file.size === 0) return EMPTY_FILE;
  return file.size > PHOTO_MAX_BYTES ? TOO_LARGE : null;
}

/** The queue with more files at its end; `before` are the ids of all pages, photos and uploads, in order. */
export function withFiles(
  queue: UploadQueue,
  files: readonly { id: string; file: File }[],
  before: readonly string[],
): Upload[] {
  const predecessors = before.toReversed();
  const added = files.map(({ id, file }): Upload => {
    const after = [...predecessors];
    predecessors.unshift(id);
    const reason = refusal(file);
    return {
      id,
      file,
      after,
      status: reason ? 'failed' : 'waiting',
      progress: 0,
      reason,
      retryable: !reason,
    };
  });
  return [...queue, ...added];
}

/** How many more photos the letter has room for. What failed takes up none until it is tried again. */
export function roomLeft(photos: number, queue: UploadQueue): number {
  const coming = queue.filter((upload) => upload.status !== 'failed').length;
  return Math.max(0, PHOTOS_PER_LETTER - photos - coming);
}

/** The uploads to begin now, oldest first. */
export function nextToStart(queue: UploadQueue): Upload[] {
  const running = queue.filter((upload) => upload.status === 'uploading').length;
  return queue.filter((upload) => upload.status === 'waiting').slice(0, Math.max(0, AT_ONCE - running));
}

export function patchUpload(queue: UploadQueue, id: string, change: Partial<Upload>): Upload[] {
  return queue.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
}

export function withoutUpload(queue: UploadQueue, id: string): Upload[] {
  return queue.filter((upload) => upload.id !== id);
}

export const LEFT_BEHIND = 'It was not uploaded when the page was loaded again. Please choose it once more';

/** What a page that ended had not uploaded yet: files that only a person can bring again. */
export function queueOf(files: readonly LeftBehind[]): Upload[] {
  return files.map(({ id, name, after, reason }) => ({
    id,
    file: new File([], name),
    after,
    status: 'failed',
    progress: 0,
    reason: reason ?? LEFT_BEHIND,
    retryable: false,
  }));
}

/** What would be left behind if the page ended now. A file that was refused keeps its reason. */
export function leftBehindOf(queue: UploadQueue): LeftBehind[] {
  return queue.map(({ id, file, after, reason, retryable }) => ({
    id,
    name: file.name,
    after: [...after],
    reason: retryable ? null : reason,
  }));
}

/** True when a reload would lose a file that could still become a photo. */
export function isAtStake(queue: UploadQueue): boolean {
  return queue.some(({ status, retryable }) => status !== 'failed' || retryable);
}

/** True while something waits or is on the wire; what failed waits for a person. */
export function isUnderWay(queue: UploadQueue): boolean {
  return queue.some((upload) => upload.status !== 'failed');
}
