/** Depth of a quotation that is told apart; deeper lines are of this depth. */
const DEPTH_MAX = 100;
const QUOTE_MARKS = /^>{1,100}/;
/** The delimiter of a signature is never joined (RFC 3676, 4.3). */
const DELIMITER = '-- ';

/**
 * The paragraphs of a format=flowed text, one a line (RFC 3676). Lines are joined within one quotation depth only
 * (4.5), so that an answer typed below a quotation stays a line of its own.
 * @param delSp true: the space at which a line was broken is no part of the text (RFC 3676, 4.6)
 */
export function unflowed(text: string, delSp: boolean): string {
  const paragraphs: string[] = [];
  let open: { depth: number; pieces: string[] } | null = null;
  const close = () => {
    if (open) paragraphs.push(withMarks(open.depth, open.pieces.join('')));
    open = null;
  };
  for (const line of text.split(/\r?\n/)) {
    const marks = QUOTE_MARKS.exec(line)?.[0].length ?? 0;
    const depth = Math.min(marks, DEPTH_MAX);
    // A space before the text was put there by the program (4.4).
    const content = line.slice(marks).replace(/^ /, '');
    if (open && (open.depth !== depth || content === DELIMITER)) close();
    const flows = content.endsWith(' ') && content !== DELIMITER;
    open ??= { depth, pieces: [] };
    open.pieces.push(flows && delSp ? content.slice(0, -1) : content);
    if (!flows) close();
  }
  close();
  return paragraphs.join('\n');
}

/** A line of the person that begins with '>' keeps the space that tells it from a quotation. */
function withMarks(depth: number, line: string): string {
  if (depth > 0) return `${'>'.repeat(depth)} ${line}`;
  return line.startsWith('>') ? ` ${line}` : line;
}
