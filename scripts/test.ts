import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findChromium } from './find-chromium.ts';

// `npm test`: everything that CI holds a change to, in the order in which it is cheapest to fail.
const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);

// A run starts hundreds of Node processes, most of which load the same modules: each is compiled once.
const env = {
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
};

function run(title: string, command: string, args: string[]): boolean {
  const begun = Date.now();
  console.log(`\n── ${title}`);
  const { status } = spawnSync(bin(command), args, { cwd: root, stdio: 'inherit', env });
  console.log(
    `── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - begun) / 1000)} s`,
  );
  return status === 0;
}

const steps: [string, string, string[]][] = [
  ['format and lint', 'biome', ['check', '.']],
  ['types', 'tsc', ['--noEmit']],
  ['dead code', 'knip', []],
  ['regular expressions', 'node', ['scripts/check-regular-expressions.ts']],
  ['build', 'node', ['scripts/build.ts']],
  ['budgets', 'node', ['scripts/check-budgets.ts']],
  ['unit and HTTP tests', 'vitest', ['run']],
];
if (await findChromium()) {
  steps.push(['journeys in a browser', 'playwright', ['test']]);
} else {
  console.error(
    'The journeys did not run: no Chromium was found. Set CHROMIUM_PATH, or install one (chromium).',
  );
  if (process.env.CI === 'true') process.exit(1);
}

const failed = steps.filter(([title, command, args]) => !run(title, command, args)).map(([title]) => title);
console.log(`\n${steps.length - failed.length} passed, ${failed.length} failed`);
for (const title of failed) console.error(`  failed: ${title}`);
process.exit(failed.length > 0 ? 1 : 0);
