import { z } from 'zod';
import { PHOTO_MAX_BYTES, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { readJson } from '../../../shared/read-json.ts';
import { keepText, keptText } from '../../lib/kept-text.ts';
import { t } from '../../lib/words.tsx';

/** A file that is being uploaded. Its photo will have the same id and place. */
export interface Upload {
  id: string;
  file: File;
  /** ids of the photos and uploads before it when it was chosen, nearest first */
  after: readonly string[];
  status: 'waiting' | 'uploading' | 'failed';
  /** share of the bytes that were sent, 0 to 1 */
  progress: number;
  reason: string | null;
  /** false when the same file would be refused again */
  retryable: boolean;
}

export type UploadQueue = readonly Upload[];

/** Two at a time: the server converts one while the next is sent. */
const AT_ONCE = 2;

const READABLE_NAME = /\.(jpe?g|png|webp|avif|hei[cf])$/i;
const READABLE_TYPE = /^image\/(jpeg|pjpeg|png|webp|avif|hei[cf](-sequence)?)$/;
/** Pictures that are not taken, by the ends of their names. */
const OTHER_PICTURES: [RegExp, string][] = [
  [/\.tiff?$/i, 'TIFF'],
  [/\.dng$/i, 'DNG'],
  [/\.jxl$/i, 'JPEG XL'],
  [/\.(jp2|j2k|jpx)$/i, 'JPEG 2000'],
];

const MEGABYTE = 1024 * 1024;
const PDF_MAX_BYTES = 100 * MEGABYTE;

export const isPdf = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  type === 'application/pdf' || /\.pdf$/i.test(name);

/** Why a file need not be sent, or null. The server decides by content; this only saves the wait. */
export function refusal(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const other = OTHER_PICTURES.find(([name]) => name.test(file.name));
  if (other) return t('This is a {format} file. Please save it as JPEG', { format: other[1] });
  if (file.type.startsWith('video/'))
    return t('This is a video. Of a Live Photo, please choose the photo beside it');
  // A file whose type the browser does not know has an empty type: only its bytes can tell.
  const named = file.type === '' || READABLE_TYPE.test(file.type) || READABLE_NAME.test(file.name);
  if (!named && !isPdf(file)) return t('Not a JPEG, PNG, HEIC, WebP or AVIF photo, nor a PDF');
  if (file.size === 0) return t('This file is empty');
  const most = isPdf(file) ? PDF_MAX_BYTES : PHOTO_MAX_BYTES;
  return file.size > most ? t('Larger than {megabytes} MB', { megabytes: most / MEGABYTE }) : null;
}

/** @param before ids of all photos and uploads, in order */
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

/** How many more photos the letter has room for. A failed upload takes up none until it is tried again. */
export function roomLeft(photos: number, queue: UploadQueue): number {
  const coming = queue.filter((upload) => upload.status !== 'failed').length;
  return Math.max(0, PHOTOS_PER_LETTER - photos - coming);
}

/** A page of a PDF comes after the pages before it and before what was chosen after the PDF. */
export function withPage(queue: UploadQueue, pdf: string, page: { id: string; file: File }): Upload[] {
  const source = queue.find(({ id }) => id === pdf);
  if (!source) return [...queue];
  const { after } = source;
  const upload: Upload = { ...source, ...page, status: 'waiting', progress: 0 };
  const moved = queue.map((other) => {
    const at = other.after.indexOf(pdf);
    return at < 0 ? other : { ...other, after: other.after.toSpliced(at + 1, 0, page.id) };
  });
  return [...patchUpload(moved, pdf, { after: [page.id, ...after] }), upload];
}

export function nextToStart(queue: UploadQueue): Upload[] {
  const running = queue.filter((upload) => upload.status === 'uploading').length;
  return queue.filter((upload) => upload.status === 'waiting').slice(0, Math.max(0, AT_ONCE - running));
}

export function patchUpload(queue: UploadQueue, id: string, change: Partial<Upload>): Upload[] {
  return queue.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
}

export const withoutUpload = (queue: UploadQueue, id: string): Upload[] =>
  queue.filter((upload) => upload.id !== id);

const interruptedUploads = z.array(
  z.object({ id: z.string(), name: z.string(), after: z.array(z.string()), reason: z.string().nullable() }),
);

/** Files that were not uploaded yet when the page was reloaded: only their names and their places are known. */
export function interruptedUploadsIn(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
) {
  let recorded: string | null = null;
  return {
    read(): Upload[] {
      const files = readJson(keptText(storage, key), interruptedUploads) ?? [];
      return files.map(({ id, name, after, reason }) => ({
        id,
        file: new File([], name),
        after,
        status: 'failed',
        progress: 0,
        reason: reason ?? t('It was not uploaded when the page was loaded again. Please choose it once more'),
        retryable: false,
      }));
    },
    /** A file that was refused keeps its reason. */
    write(queue: UploadQueue) {
      const files: z.input<typeof interruptedUploads> = queue.map(
        ({ id, file, after, reason, retryable }) => ({
          id,
          name: file.name,
          after: [...after],
          reason: retryable ? null : reason,
        }),
      );
      const record = JSON.stringify(files);
      if (record === recorded) return;
      recorded = record;
      keepText(storage, key, files.length > 0 ? record : null);
    },
  };
}

/** True when a reload would lose a file that can still be uploaded. */
export function hasUnsavedFiles(queue: UploadQueue): boolean {
  return queue.some(({ status, retryable }) => status !== 'failed' || retryable);
}

export const isUnderWay = (queue: UploadQueue): boolean => queue.some((upload) => upload.status !== 'failed');

/** @param share of the bytes that were sent, 0 to 1; once all are, the server converts them */
export function sendingMessage(share: number): string {
  return share < 1 ? t('Uploading {percent}%', { percent: Math.floor(share * 100) }) : t('Converting…');
}

export function progressMessage({ status, file, progress }: Upload): string {
  if (status === 'waiting') return t('Waiting');
  return isPdf(file) ? t('Reading the PDF…') : sendingMessage(progress);
}
