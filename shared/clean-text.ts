/**
 * Typed text without control characters but tabs and line ends, as `\n`, without lone surrogates, and without the
 * characters that turn the direction of text, by which it reads other than it is (Unicode TR36, 3.3).
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[[\p{Cc}\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv, '');
