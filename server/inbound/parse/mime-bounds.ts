/** Parts of a message; mail programs make a dozen. */
const PARTS_MAX = 1_000;
/** Declared boundaries, so also parts within parts: a parser compares each line with those it is within. */
const BOUNDARIES_MAX = 100;
/** Bytes of the header. Sendmail takes 32 KB, Postfix 100 KB (header_size_limit). */
const HEADER_MAX_BYTES = 256 * 1024;
const BOUNDARY = /\bboundary[ \t]*=[ \t]*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi;

/**
 * Looks through a raw message, once from beginning to end, before a MIME parser is given it.
 * @returns why the parser should not be; null when it may
 */
export function whyNotParsed(raw: Buffer): string | null {
  if (headerBytes(raw) > HEADER_MAX_BYTES) return 'its header is too long';
  const text = raw.toString('latin1');
  const boundaries = new Set<string>();
  for (const [, quoted, bare] of text.matchAll(BOUNDARY)) {
    boundaries.add(quoted ?? bare ?? '');
    if (boundaries.size > BOUNDARIES_MAX) return 'it has too many parts within parts';
  }
  if (boundaries.size === 0) return null;
  let parts = 0;
  for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 1)) {
    // A boundary has 70 characters (RFC 2046, 5.1.1) and may end in two more dashes.
    const line = /^[^\r\n]*/.exec(text.slice(at + 3, at + 203))?.[0].trimEnd() ?? '';
    if (boundaries.has(line) && ++parts > PARTS_MAX) return 'it has too many parts';
  }
  return null;
}

function headerBytes(raw: Buffer): number {
  const ends = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : raw.length;
}
