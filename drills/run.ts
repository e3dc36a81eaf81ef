import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChild } from '../scripts/children.ts';
import { DRILLS } from './table.ts';

// `npm run drills`: all of them, as before a release. `-- letters 100 20`: one, with the numbers of its script.
// `-- changed`: in little, those whose paths differ from where the branch began, or on the main branch from the commit before.
const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);
const scriptOf = (name: string) => path.join('drills', `${name}.ts`);

type Command = [program: string, args: string[]];

const tests = (name: string): Command[] => {
  const files = DRILLS[name]?.tests ?? [];
  return files.length > 0 ? [['vitest', ['run', '--config', 'drills/vitest.config.ts', ...files]]] : [];
};
const script = (name: string, numbers: string[]): Command[] =>
  existsSync(path.join(root, scriptOf(name))) ? [['tsx', [scriptOf(name), ...numbers]]] : [];
const whole = (name: string, numbers: string[] = []) => [...tests(name), ...script(name, numbers)];

const [asked, ...numbers] = process.argv.slice(2);
const chosen: [string, Command[]][] = [];
if (asked === undefined) for (const name of Object.keys(DRILLS)) chosen.push([name, whole(name)]);
else if (asked === 'changed') chosen.push(...ofChanges());
else if (DRILLS[asked]) chosen.push([asked, whole(asked, numbers)]);
else {
  const rows = Object.entries(DRILLS).map(([name, { what }]) => `  ${name.padEnd(14)} ${what}`);
  console.error(`npm run drills -- [changed | <name> [numbers…]]\n${rows.join('\n')}`);
  process.exit(2);
}

const outcomes: string[] = [];
let failed = 0;
for (const [name, commands] of chosen) {
  const begun = Date.now();
  console.log(`\n── ${name}: ${DRILLS[name]?.what}`);
  let right = true;
  for (const [program, args] of commands) {
    const child = startChild(bin(program), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ROUNDS: 'often' },
    });
    const [status] = await once(child, 'close');
    right &&= status === 0;
  }
  if (!right) failed++;
  outcomes.push(
    `  ${name.padEnd(14)} ${right ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - begun) / 1000)} s`,
  );
}
if (chosen.length === 0) process.exit(0);
console.log(`\n${outcomes.join('\n')}\n${chosen.length - failed} drills passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function ofChanges(): [string, Command[]][] {
  const base = changesSince();
  if (base === null) {
    console.log('No drill: git does not know what this was changed from.');
    return [];
  }
  const files = (git('ls-files') ?? '').split('\n');
  const gone = Object.values(DRILLS)
    .flatMap(({ ci }) => ci?.paths ?? [])
    .filter((begin) => !files.some((file) => file.startsWith(begin)));
  if (gone.length > 0) throw new Error(`drills/table.ts names what is no more: ${gone.join(', ')}`);
  const changed = (git('diff', '--name-only', base) ?? '').split('\n');
  const due = Object.entries(DRILLS).filter(([, { ci }]) =>
    ci?.paths.some((begin) => changed.some((file) => file.startsWith(begin))),
  );
  console.log(`Since ${base.slice(0, 8)}: ${due.map(([name]) => name).join(', ') || 'no drill'}`);
  return due.map(([name, { ci }]) => [
    name,
    [...tests(name), ...(ci?.numbers ? script(name, ci.numbers) : [])],
  ]);
}

/** @returns the commit to compare with; null when it is not in this clone */
function changesSince(): string | null {
  const begun = git('merge-base', 'HEAD', 'origin/main');
  return begun !== null && begun !== git('rev-parse', 'HEAD') ? begun : git('rev-parse', '--verify', 'HEAD^');
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
