import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

// `npm run test:faults [-- credits|letters|… [numbers…]]`: the long versions of the fault tests, all of them or one.
const root = path.resolve(import.meta.dirname, '..');
const kinds = (await readdir(import.meta.dirname))
  .flatMap((file) => /^test-faults-(.+)\.ts$/.exec(file)?.[1] ?? [])
  .sort();
const [kind, ...numbers] = process.argv.slice(2);
if (kind !== undefined && !kinds.includes(kind)) {
  console.error(`test-faults [${kinds.join('|')} [numbers…]]`);
  process.exit(2);
}

let failed = 0;
for (const name of kind === undefined ? kinds : [kind]) {
  console.log(`\n── ${name}`);
  const script = path.join('scripts', `test-faults-${name}.ts`);
  const { status } = spawnSync(path.join(root, 'node_modules', '.bin', 'tsx'), [script, ...numbers], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
process.exit(failed > 0 ? 1 : 0);
