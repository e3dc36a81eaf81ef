/** Columns of a row and characters of a cell that are read; the others are passed over. */
const COLUMNS_MAX = 300;
const CELL_MAX = 2_000;

const DELIMITERS = [',', ';', '\t', '|'];
const ROWS_LOOKED_AT = 10;

/** The rows of a table in text (RFC 4180), with the delimiter that it uses; without blank ones. */
export function csvRows(text: string): Generator<string[]> {
  // A line that Excel writes before the table, and reads.
  const [first = '', named] = /^\ufeff?sep=(.)\r?\n/i.exec(text) ?? [];
  const table = text.slice(first.length || (text.startsWith('\ufeff') ? 1 : 0));
  return rowsOf(table, named ?? delimiterOf(table));
}

/** The one by which most rows have as many columns as the first, and it has most. */
function delimiterOf(text: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const counts: number[] = [];
    for (const { length } of rowsOf(text.slice(0, 100_000), delimiter)) {
      counts.push(length);
      if (counts.length === ROWS_LOOKED_AT) break;
    }
    const [columns = 0] = counts;
    return (columns - 1) * counts.filter((count) => count === columns).length;
  });
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
}

/** Each character is looked at once, and each quotation mark is looked for once. */
function* rowsOf(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = cellAt(text, at, delimiter);
    if (row.length < COLUMNS_MAX) row.push(cell);
    at = end + 1;
    if (text[end] === delimiter && at < text.length) continue;
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    if (row.some(Boolean)) yield row;
    row = [];
  }
}

function cellAt(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let at = start;
  let quoted = '';
  if (text[at] === '"') {
    let from = at + 1;
    for (;;) {
      const mark = text.indexOf('"', from);
      const end = mark < 0 ? text.length : mark;
      if (quoted.length < CELL_MAX) quoted += text.slice(from, Math.min(end, from + CELL_MAX));
      at = end + 1;
      if (mark < 0 || text[at] !== '"') break;
      quoted += '"';
      from = at + 1;
    }
  }
  const from = Math.min(at, text.length);
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  const rest = text.slice(from, Math.min(end, from + CELL_MAX));
  return { cell: (quoted + rest).slice(0, CELL_MAX).trim(), end };
}
