import { z } from 'zod';
import { fileNamePart } from './file-name.ts';
import { ISOLATES, msg, type Words } from './words.ts';

/** Prefix of a stored photo's url in the API; the app displays it by `/api/photo/{filename}`. */
export const UPLOADS_PREFIX = '/uploads/';

const FILENAME = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.jpg$/;
export const photoFilename = z.string().regex(FILENAME);

/** Pixels of the stored variants: the longer edge of `display`, the width of `mail` and `thumbnail`. */
export const PHOTO_WIDTHS = { display: 2400, mail: 1200, thumbnail: 320 } as const;
export type PhotoVariant = keyof typeof PHOTO_WIDTHS;
export const photoQuery = z.object({ size: z.enum(['display', 'mail', 'thumbnail']).default('display') });

const ISOLATE = new RegExp(`[${ISOLATES.join('')}]`, 'g');

/** 'Letter from Maren Oakes, page 1.jpg'. @param page from 1 */
export function letterPhotoName(senderName: string, page: number, { t }: Words): string {
  const name = fileNamePart(senderName);
  const title = name
    ? t('Letter from {name}, page {page}', { name, page })
    : t('Letter from a friend, page {page}', { page });
  return `${title.replace(ISOLATE, '')}.jpg`;
}

export const uploadedPhoto = z.object({
  filename: z.string(),
  originalName: z.string(),
  url: z.string(),
  /** pixels of the display variant */
  width: z.int(),
  height: z.int(),
});
export type UploadedPhoto = z.infer<typeof uploadedPhoto>;

const refusedPhoto = z.object({ originalName: z.string(), code: z.string(), message: z.string() });

/** `POST /api/upload`, multipart, field `photos`. */
export const uploadResponse = z.object({ files: z.array(uploadedPhoto), refused: z.array(refusedPhoto) });
export type UploadResponse = z.infer<typeof uploadResponse>;

/** Null for a url that is not `/uploads/<uuid>.jpg`. */
export function filenameOfUpload(url: string): string | null {
  if (!url.startsWith(UPLOADS_PREFIX)) return null;
  const name = url.slice(UPLOADS_PREFIX.length);
  return FILENAME.test(name) ? name : null;
}

export const uploadUrl = z
  .string()
  .refine((url) => filenameOfUpload(url) !== null, msg('That photo is not one of your uploads'));

/** Pixels: the thumbnail of a long strip of paper would be large. */
const THUMBNAIL_MAX_HEIGHT = 2 * PHOTO_WIDTHS.thumbnail;

/** For `srcset`; undefined for an address without variants. @param photo its url, and pixels of its display variant */
export function photoSrcSet({ url, width, height }: Pick<UploadedPhoto, 'url' | 'width' | 'height'>) {
  if (filenameOfUpload(url) === null) return undefined;
  const widths: [PhotoVariant, number][] = [
    ['thumbnail', Math.min(PHOTO_WIDTHS.thumbnail, Math.round((THUMBNAIL_MAX_HEIGHT / height) * width))],
    ['mail', PHOTO_WIDTHS.mail],
    ['display', width],
  ];
  // A small photo is not enlarged: all its variants have the same size, and the first one is enough.
  const listed = new Map<number, PhotoVariant>();
  for (const [variant, most] of widths) {
    const pixels = Math.max(1, Math.min(most, width));
    if (!listed.has(pixels)) listed.set(pixels, variant);
  }
  return [...listed].map(([pixels, variant]) => `${displayUrl(url, variant)} ${pixels}w`).join(', ');
}

/** Address to show an image from (spec section 3): uploads through the API, http as is, blobs not at all. */
export function displayUrl(url: string, size?: PhotoVariant): string | null {
  const filename = filenameOfUpload(url);
  if (filename) return `/api/photo/${filename}${size && size !== 'display' ? `?size=${size}` : ''}`;
  return /^https?:\/\//.test(url) ? url : null;
}
