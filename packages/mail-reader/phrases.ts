import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Beside this file, and in the build beside the chunk that has this. */
const FOLDER = path.join(import.meta.dirname, 'phrases');

const lists = new Map<string, string[]>();
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.txt'))) {
  const [, ...sections] = readFileSync(path.join(FOLDER, file), 'utf8').split(/^== /m);
  for (const section of sections) {
    const [heading = '', ...lines] = section.split('\n').map((line) => line.trim());
    const [name = ''] = heading.split(':', 1);
    if (lists.has(name)) throw new Error(`${file}: a list '${name}' is in phrases/ already`);
    lists.set(
      name,
      lines.filter((line) => line !== '' && !line.startsWith('# ')),
    );
  }
}

function linesOf(list: string): string[] {
  const lines = lists.get(list) ?? [];
  if (lines.length === 0) throw new Error(`phrases/ has no list '${list}', or nothing in it`);
  return lines;
}

/**
 * One of the phrases of a list in `phrases/`, as the source of a regular expression.
 * @throws when there is no such list, or nothing in it
 */
export const anyOf = (list: string): string =>
  `(?:${linesOf(list)
    .map((line) => line.replace(/\{([a-z][a-z ]+)\}/g, (_, part: string) => anyOf(part)))
    .join('|')})`;

/** The words of a list that has plain words alone. @throws as `anyOf` */
export const wordsOf = (list: string): Set<string> =>
  new Set(linesOf(list).flatMap((line) => line.split('|')));
