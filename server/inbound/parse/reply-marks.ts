/**
 * Characters of the private use area that stand, within this reader only, for what was cut from an HTML part.
 * They are taken out of incoming text first, so nobody else can set one.
 */
export const QUOTE_MARK = '\ue000';
/** From here to the end everything is quoted (Outlook puts no element around what it quotes). */
export const REST_MARK = '\ue001';
/** Around the number of an image that stood there. */
export const IMAGE_MARK = '\ue002';

/** Spaces that don't break as the usual one. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** The text without those characters, without control characters, its line breaks made one. */
export function cleanText(text: string): string {
  return plainSpaces(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[[\p{Cc}\ue000-\ue002\ufeff\u200b]--[\n\t]]/gv, '')
    .toWellFormed();
}
