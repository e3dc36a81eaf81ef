import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { findChromium } from './find-chromium.ts';

// `npm test`: everything that CI holds a change to, in the order in which it is cheapest to fail.
const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);

// A run starts hundreds of Node processes, most of which load the same modules: each is compiled once.
const env = {
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
};

/** Characters of a failed step's output that are shown once more at the end, where a reader of the log begins. */
const REPEATED = 6_000;

/** @returns the end of the output if the step failed */
async function run(title: string, command: string, args: string[]): Promise<string | null> {
  const begun = Date.now();
  console.log(`\n── ${title}`);
  const child = spawn(bin(command), args, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'], env });
  let end = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (chunk: Buffer) => {
      to.write(chunk);
      end = `${end}${chunk}`.slice(-REPEATED);
    });
  const [status] = await once(child, 'close');
  console.log(
    `── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - begun) / 1000)} s`,
  );
  return status === 0 ? null : end;
}

const steps: [string, string, string[]][] = [
  ['format and lint', 'biome', ['check', '.']],
  ['types', 'tsc', ['--noEmit']],
  ['dead code', 'knip', []],
  ['regular expressions', 'node', ['scripts/check-regular-expressions.ts']],
  ['words', 'node', ['scripts/check-words.ts']],
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

const failed: string[] = [];
for (const [title, command, args] of steps) {
  const end = await run(title, command, args);
  if (end !== null) failed.push(`\n── failed: ${title}. Its output ended:\n${end}`);
}
console.log(`\n${steps.length - failed.length} passed, ${failed.length} failed`);
for (const each of failed) console.error(each);
process.exit(failed.length > 0 ? 1 : 0);
