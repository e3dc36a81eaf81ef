import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { parseDockerfile, type Stage } from './image/dockerfile.ts';

/**
 * `npm run drills -- image`: builds both stages of the Dockerfile in folders that are Debian's, line by line, where no
 * registry of images is needed; then runs what they give as Compose does: read-only, as its user, without a capability.
 */
const root = path.resolve(import.meta.dirname, '..');
const READY_WITHIN_MS = 120_000;

const missing = ['debootstrap', 'unshare', 'setpriv'].filter(
  (program) => spawnSync('which', [program]).status,
);
const reason =
  process.getuid?.() !== 0 ? 'it needs root on Linux' : missing.length > 0 && `it needs ${missing}`;
if (reason) {
  console.log(`Skipped: ${reason}.`);
  process.exit(0);
}

const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-image-'));
const wrong: string[] = [];
let running: ChildProcess | undefined;
try {
  const debian = path.join(folder, 'debian');
  await mkdir(debian);
  run('debootstrap', ['--variant=minbase', 'bookworm', debian]);
  const context = path.join(folder, 'context');
  await mkdir(context);
  await copyContext(context);
  const stages = parseDockerfile(await readFile(path.join(root, 'Dockerfile'), 'utf8'));
  const built = new Map<string, string>([['', context]]);
  for (const stage of stages) built.set(stage.name, await buildStage(stage, debian, built));
  const image = stages.at(-1);
  const files = image && built.get(image.name);
  if (!image || !files) throw new Error('The Dockerfile has no stage.');
  await check(image, files);
} finally {
  running?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
for (const line of wrong) console.error(`  wrong: ${line}`);
console.log(`  wrong              ${wrong.length} (goal: 0)`);
process.exit(wrong.length > 0 ? 1 : 0);

/** What Git has and `.dockerignore` lets through: it names what is taken, and some of that which is not. */
async function copyContext(into: string): Promise<void> {
  const lines = (await readFile(path.join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  const [all, ...rest] = lines;
  if (all !== '*') throw new Error('.dockerignore is expected to begin with "*".');
  const wanted = rest.map((line) => (line.startsWith('!') ? line.slice(1) : `:(exclude,glob)${line}`));
  const names = execFileSync('git', ['ls-files', '-z', '--', ...wanted], { cwd: root, encoding: 'utf8' });
  for (const name of names.split('\0').filter(Boolean)) {
    await mkdir(path.dirname(path.join(into, name)), { recursive: true });
    await cp(path.join(root, name), path.join(into, name));
  }
}

async function buildStage(stage: Stage, debian: string, built: Map<string, string>): Promise<string> {
  const files = path.join(folder, `stage-${built.size}`);
  run('cp', ['-a', debian, files]);
  if (stage.from.startsWith('node:')) await addNode(files);
  for (const { workdir, env, run: command, copy } of stage.steps) {
    const at = path.join(files, workdir);
    await mkdir(at, { recursive: true });
    if (command) {
      console.log(`── ${command}`);
      const settings = {
        PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        ...env,
        ...registry(),
      };
      run('chroot', [
        files,
        '/usr/bin/env',
        '-i',
        `-C${workdir}`,
        ...assignments(settings),
        'sh',
        '-c',
        command,
      ]);
    } else if (copy) {
      const from = built.get(copy.stage);
      if (!from) throw new Error(`The Dockerfile copies from an unknown stage: ${copy.stage}`);
      for (const source of copy.sources) {
        // As Docker does: what is in a folder is copied, and a file keeps its name in a folder.
        const original = path.join(from, source);
        const whole = (await stat(original)).isDirectory() ? `${original}/.` : original;
        const target = path.join(at, copy.target);
        await mkdir(whole === original && !copy.target.endsWith('/') ? path.dirname(target) : target, {
          recursive: true,
        });
        run('cp', ['-a', whole, target]);
      }
    }
  }
  return files;
}

/** Node and npm of this machine, as the image that the Dockerfile names has them. */
async function addNode(files: string): Promise<void> {
  const local = path.join(files, 'usr', 'local');
  run('cp', ['-L', path.join(root, 'node_modules', '.bin', 'node'), path.join(local, 'bin', 'node')]);
  const npm = path.join(execFileSync('npm', ['root', '-g'], { encoding: 'utf8' }).trim(), 'npm');
  await mkdir(path.join(local, 'lib', 'node_modules'), { recursive: true });
  run('cp', ['-rL', npm, path.join(local, 'lib', 'node_modules', 'npm')]);
  await writeFile(
    path.join(local, 'bin', 'npm'),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  );
  for (const name of ['resolv.conf', 'hosts']) await cp(`/etc/${name}`, path.join(files, 'etc', name));
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities) {
    await mkdir(path.dirname(path.join(files, authorities)), { recursive: true });
    await cp(authorities, path.join(files, authorities), { dereference: true });
  }
}

/** The package registry that this machine uses, and whom it trusts there. */
function registry(): Record<string, string> {
  const url = execFileSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' });
  const { NODE_EXTRA_CA_CERTS = '' } = process.env;
  return { npm_config_registry: url.trim(), NODE_EXTRA_CA_CERTS };
}

async function check(image: Stage, files: string): Promise<void> {
  const port = await freePort();
  const settings = { ...image.env, PORT: `${port}`, PUBLIC_URL: `http://127.0.0.1:${port}` };
  console.log(
    `  size               ${Math.round(Number(execFileSync('du', ['-sm', files], { encoding: 'utf8' }).split('\t')[0]))} MB`,
  );
  for (const start of ['first', 'second']) {
    const begun = Date.now();
    running = inside(files, image.user, settings, image.command, 'inherit');
    const ended = once(running, 'exit');
    while (await exitOf(inside(files, image.user, settings, image.healthCheck, 'ignore'))) {
      if (running.exitCode !== null)
        throw new Error(`The product ended with ${running.exitCode} at its ${start} start.`);
      if (Date.now() - begun > READY_WITHIN_MS) throw new Error('The health check did not pass.');
      await sleep(1000);
    }
    console.log(`  ${`${start} start`.padEnd(19)}healthy after ${Math.round((Date.now() - begun) / 1000)} s`);
    if (start === 'first') {
      const page = await (await fetch(`http://127.0.0.1:${port}/mission`)).text();
      if (!page.includes('<h1')) wrong.push('a page is not whole');
      const doctor = ['node', 'dist/server/admin.js', 'doctor'];
      if ((await exitOf(inside(files, image.user, settings, doctor, 'inherit'))) !== 0)
        wrong.push('doctor is not content');
    }
    running.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) wrong.push(`it ended with ${code}`);
  }
}

/** As Compose runs it: nothing can be written but /data and /tmp, and there is no way to more rights. */
function inside(
  files: string,
  user: string,
  env: Record<string, string>,
  command: string[],
  stdio: 'inherit' | 'ignore',
) {
  const uid = execFileSync('chroot', [files, 'id', '-u', user], { encoding: 'utf8' }).trim();
  const script = `set -e
    mount --bind "$0" "$0" && mount --bind "$0/data" "$0/data" && mount -o remount,ro,bind "$0"
    mount -t tmpfs tmp "$0/tmp" && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev"
    exec chroot "$0" setpriv --reuid ${uid} --regid ${uid} --clear-groups --no-new-privs --bounding-set=-all env -i -C /app "$@"`;
  const args = ['--mount', 'sh', '-c', script, files, ...assignments(env), ...command];
  return spawn('unshare', args, { stdio });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'exit');
  return code;
}

function assignments(env: Record<string, string>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`);
}

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ').slice(0, 200)} ended with ${status}`);
}
