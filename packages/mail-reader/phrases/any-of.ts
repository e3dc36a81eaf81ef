/**
 * One of the phrases of a list, as the source of a regular expression.
 * @param list one phrase a line: plain words in small letters, or pieces of a regular expression, such as `e-?mail` and
 *   `(?:is |was )?`. Short ones of a language may share a line, with `|` between them. `# ` begins a heading. Spaces at the
 *   ends of a line do not count: write `[ ]`.
 */
export function anyOf(list: string): string {
  const lines = list.split('\n').map((line) => line.trim());
  return `(?:${lines.filter((line) => line !== '' && !line.startsWith('# ')).join('|')})`;
}
