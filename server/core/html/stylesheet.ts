import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What is of one kind of page comes after what is of all. */
const PARTS = [
  'base',
  'forms',
  'letter',
  'all-letters',
  'mailbox',
  'checkout',
  'status',
  'export',
  'correspondence',
];

/** The web app's tokens, the templates' styles, and `styles/`. */
export const stylesheet = readStylesheet(import.meta.dirname);

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);
/** Named by its content, so that it can be kept for ever. */
export const stylesheetPath = `/l/style.${version}.css`;

/** In `dist/server/` it stands as one file, which scripts/build.ts wrote; otherwise it is put together from the sources. */
function readStylesheet(folder: string): string {
  const built = path.join(folder, 'stylesheet.css');
  if (existsSync(built)) return readFileSync(built, 'utf8');
  const root = path.join(folder, '..', '..', '..');
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const styles = [
    ...globSync('templates/*/page.css', { cwd: root }).sort(),
    ...PARTS.map((part) => `server/core/html/styles/${part}.css`),
  ].map(read);
  return [tokensUsedBy(styles.join('\n'), read('web/styles/tokens.css')), ...styles].join('\n');
}

/** Declarations of the custom properties that `css` uses. */
function tokensUsedBy(css: string, tokens: string): string {
  const used: string[] = [];
  let open = false;
  for (const line of tokens.split('\n')) {
    const name = /^ {2}(--[\w-]+):/.exec(line)?.[1];
    if (name) open = css.includes(`var(${name})`);
    if (open) used.push(line);
    if (line.endsWith(';')) open = false;
  }
  return `:root {\n  color-scheme: light dark;\n${used.join('\n')}\n}`;
}
