import { once } from 'node:events';
import path from 'node:path';
import { startChild } from './children.ts';
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

type Step = [title: string, command: string, args: string[]];

/** @returns the end of the output if the step failed */
async function run([title, command, args]: Step, show: (text: string) => void): Promise<string | null> {
  const begun = Date.now();
  show(`\n── ${title}\n`);
  const child = startChild(bin(command), args, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'], env });
  let end = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      show(text);
      end = `${end}${text}`.slice(-REPEATED);
    });
  const [status] = await once(child, 'close');
  show(
    `── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - begun) / 1000)} s\n`,
  );
  return status === 0 ? null : end;
}

/** Each reads the sources on one processor, so they run at the same time. */
const checks: Step[] = [
  ['format and lint', 'biome', ['check', '.']],
  ['types', 'tsc', ['--noEmit']],
  ['dead code', 'knip', []],
  ['regular expressions', 'node', ['scripts/check-regular-expressions.ts']],
  ['words', 'node', ['scripts/check-words.ts']],
];
/** Each takes the whole machine, or what the one before it made. */
const steps: Step[] = [
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
// In CI alone: they take long, and a change at hand is seldom in their paths.
if (process.env.CI === 'true') {
  steps.push(['main job and answer in Firefox and WebKit', 'node', ['scripts/test-engines.ts', '--short']]);
  steps.push(['drills of what changed', 'node', ['drills/run.ts', 'changed']]);
} else console.log('Drills run in CI where their paths changed; here by `npm run drills -- changed`.');

const failed: string[] = [];
const note = ([title]: Step, end: string | null) => {
  if (end !== null) failed.push(`\n── failed: ${title}. Its output ended:\n${end}`);
};
const write = (text: string) => void process.stdout.write(text);
await Promise.all(
  checks.map(async (check) => {
    let output = '';
    const end = await run(check, (text) => {
      output += text;
    });
    write(output);
    note(check, end);
  }),
);
for (const step of steps) note(step, await run(step, write));
console.log(`\n${checks.length + steps.length - failed.length} passed, ${failed.length} failed`);
for (const each of failed) console.error(each);
process.exit(failed.length > 0 ? 1 : 0);
