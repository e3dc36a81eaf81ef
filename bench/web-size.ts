import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded } from '../scripts/build.ts';

/** What a first visit loads, gzipped: the page's own scripts and those they import at once. Goal: ≤ 110 kB before identity. */
const GOAL_KB = 110;
const root = path.resolve(import.meta.dirname, '..', 'dist', 'web');

await buildIfNeeded(console.log);
const html = await readFile(path.join(root, 'index.html'), 'utf8');
const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file);
const initial = await sizes(await withStaticImports(first));
const styles = await sizes([...html.matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file = '']) => file));
const chunks = await sizes(
  (await readdir(path.join(root, 'assets')))
    .filter((file) => file.endsWith('.js'))
    .map((file) => `assets/${file}`),
);

const total = initial.reduce((sum, { kb }) => sum + kb, 0);
for (const { file, kb } of initial) console.log(`  ${kb.toFixed(1).padStart(7)} kB  ${file}`);
console.log(
  `first load, scripts: ${total.toFixed(1)} kB gzip (goal ${GOAL_KB}); styles: ${styles.reduce((sum, { kb }) => sum + kb, 0).toFixed(1)} kB`,
);
const largest = chunks
  .filter(({ file }) => !initial.some((one) => one.file === file))
  .sort((a, b) => b.kb - a.kb)
  .slice(0, 5);
console.log(
  `largest of the rest: ${largest.map(({ file, kb }) => `${path.basename(file)} ${kb.toFixed(1)} kB`).join(', ')}`,
);
if (total > GOAL_KB) process.exitCode = 1;

async function sizes(files: string[]): Promise<{ file: string; kb: number }[]> {
  return Promise.all(
    files.map(async (file) => ({
      file,
      kb: gzipSync(await readFile(path.join(root, file)), { level: 9 }).length / 1000,
    })),
  );
}

/** The files and all they import statically; a dynamic import loads later. */
async function withStaticImports(files: string[]): Promise<string[]> {
  const seen = new Set<string>();
  const queue = [...files];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      queue.push(`assets/${target}`);
  }
  return [...seen];
}
