/**
 * What a person typed, with lines: without control characters but line ends and tabs, and without the signs by which text
 * reads other than it is stored (Unicode 15, TR36 3.3).
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]--[\n\t]]/gv, '')
    .toWellFormed();
