import { PHOTO_WIDTHS, type PhotoVariant, UPLOADS_PREFIX } from '../../../shared/photos.ts';

export const PHOTO_VARIANTS = Object.keys(PHOTO_WIDTHS) as PhotoVariant[];

/** Two characters of fan-out keep folders small. */
export const photoKey = (id: string, variant: PhotoVariant): string =>
  `photos/${id.slice(0, 2)}/${id}/${variant}.jpg`;

/** As pages name it. */
export const imageOf = (id: string, { width, height }: { width: number; height: number }) => ({
  filename: `${id}.jpg`,
  url: `${UPLOADS_PREFIX}${id}.jpg`,
  width,
  height,
});

const NAME_MAX_CHARACTERS = 255;
/** Characters that change the direction of text: they make one name look like another. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** How browsers escape three characters in a multipart file name (WHATWG HTML, multipart/form-data encoding algorithm). */
const ESCAPED: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Safe to store and show: no path, no control characters. */
export function originalName(given: string | undefined): string {
  const name = (given ?? '')
    .replace(/%22|%0D|%0A/g, (escaped) => ESCAPED[escaped] ?? escaped)
    .replace(DIRECTION_MARKS, '')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/^.*[/\\]/s, '')
    // Before `normalize`, which takes quadratic time for a run of marks.
    .slice(0, 4 * NAME_MAX_CHARACTERS)
    .normalize('NFC')
    .trim();
  return [...name].slice(0, NAME_MAX_CHARACTERS).join('').trim() || 'photo';
}

export const downloadName = (name: string): string => `${name.replace(/\.[^.]{1,5}$/, '') || 'photo'}.jpg`;

/** Content-Disposition with an ASCII name and the full one in UTF-8 (RFC 6266, appendix D; RFC 5987). */
export function attachmentHeader(kind: 'inline' | 'attachment', file: string): string {
  const ascii = file
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  const encoded = encodeURIComponent(file.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
