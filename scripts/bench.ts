import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

// `npm run bench [-- name…]`: every measure in bench/, one after the other, each as a ratio against a floor that is
// measured in the same run. Options are handed to them: `-- isolation --photos --reports`.
const root = path.resolve(import.meta.dirname, '..');
const asked = process.argv.slice(2);
const all = (await readdir(path.join(root, 'bench')))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'))
  .sort();
const options = asked.filter((word) => word.startsWith('--'));
const wanted = asked.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(2);
}

let failed = 0;
for (const bench of wanted.length > 0 ? wanted : all) {
  console.log(`\n── ${bench}`);
  const command = [path.join('bench', `${bench}.ts`), ...options];
  const { status } = spawnSync(path.join(root, 'node_modules', '.bin', 'tsx'), command, {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
process.exit(failed > 0 ? 1 : 0);
