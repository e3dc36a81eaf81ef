import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

// `npm run bench [-- name…]`: every measure in bench/, one after the other, each as a ratio against a floor that is
// measured in the same run.
const root = path.resolve(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const benches = (await readdir(path.join(root, 'bench')))
  .filter(
    (file) => file.endsWith('.ts') && (wanted.length === 0 || wanted.includes(path.basename(file, '.ts'))),
  )
  .sort();

let failed = 0;
for (const bench of benches) {
  console.log(`\n── ${path.basename(bench, '.ts')}`);
  const { status } = spawnSync(path.join(root, 'node_modules', '.bin', 'tsx'), [path.join('bench', bench)], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
process.exit(failed > 0 ? 1 : 0);
