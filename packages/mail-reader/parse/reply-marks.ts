/**
 * Characters of the private use area that mark, within this parser only, what was cut from an HTML part. They are
 * removed from incoming text first, so nobody else can set one.
 */
export const QUOTE_MARK = '\ue000';
/** From here to the end everything is quoted (Outlook puts no element around what it quotes). */
export const REST_MARK = '\ue001';
/** Around the Content-ID of an image. */
export const IMAGE_MARK = '\ue002';

/** Non-breaking spaces become plain ones. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** The text without those characters, control characters and those that turn its direction, with LF line ends. */
export function cleanText(text: string): string {
  return plainSpaces(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[[\p{Cc}\u202a-\u202e\u2066-\u2069\ue000-\ue002\ufeff\u200b\u2060-\u2064]--[\n\t]]/gv, '')
    .toWellFormed();
}

/** Letters and digits alone, in small letters: what stays of a text however a program wraps, marks or escapes it. */
export const bareWords = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
