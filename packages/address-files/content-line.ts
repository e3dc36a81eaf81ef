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
  const bytes = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0, to = LINE_BYTES; from < bytes.length; to = from + LINE_BYTES - 1) {
    while (isWithinCharacter(bytes[to])) to--;
    parts.push(bytes.toString('utf8', from, to));
    from = to;
  }
  return `${parts.join('\r\n ')}\r\n`;
}

const isWithinCharacter = (byte = 0) => (byte & 0b1100_0000) === 0b1000_0000;
