import type { MessageAttachment } from './parse-message.ts';

/** Bytes below which an image within the text is a tracker's pixel or an ornament. */
const INLINE_LEAST_BYTES = 5 * 1024;
/** Bytes below which an image under a signature's delimiter is its logo. */
const SIGNATURE_LEAST_BYTES = 50 * 1024;
/** Pixels of the shorter edge below which an image within the text is a logo or an icon. */
const INLINE_LEAST_EDGE = 100;

/** True for a part that a person may have meant to send as a photo, as far as can be told without decoding it. */
export function mayBePhoto(part: MessageAttachment): boolean {
  if (!part.content || part.size === 0 || part.place === 'quotation') return false;
  if (part.place === 'signature' && part.size < SIGNATURE_LEAST_BYTES) return false;
  return !part.inline || part.size >= INLINE_LEAST_BYTES;
}

/** The same, now that its size in pixels is known. */
export function isPhoto(part: MessageAttachment, { width, height }: { width: number; height: number }) {
  return !part.inline || Math.min(width, height) >= INLINE_LEAST_EDGE;
}
