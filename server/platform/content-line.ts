/** Bytes of a line, without its end (RFC 2425, 5.8.1; RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** A value of type TEXT in a vCard (RFC 2426, 4) or a calendar (RFC 5545, 3.3.11). */
export const contentText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** A line with its end, in parts of at most 75 bytes that are cut between characters. */
export function contentLine(line: string): string {
  let bytes = 0;
  let out = '';
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return `${out}\r\n`;
}
