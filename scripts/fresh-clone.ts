import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

// `npm run test:fresh [-- --full]`: clones the last commit and runs the README's two commands as root, as
// root under a closed home, and as a plain user, at once. Needs root. Without --full, `npm test` is left out.
const root = path.resolve(import.meta.dirname, '..');
const full = process.argv.includes('--full');
const NOBODY = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }));

interface Place {
  name: string;
  folder: string;
  port: number;
  uid?: number;
}

if (process.getuid?.() !== 0) throw new Error('This check needs root, to try as root and as a plain user.');
const open = mkdtempSync(path.join(tmpdir(), 'slow-letters-fresh-'));
const closed = mkdtempSync(path.join(homedir(), '.slow-letters-fresh-'));
chmodSync(open, 0o755);
chmodSync(closed, 0o700);
const plainHome = path.join(open, 'home');
mkdirSync(plainHome);
chownSync(plainHome, NOBODY, NOBODY);

const places: Place[] = [
  { name: 'root', folder: path.join(open, 'checkout'), port: 4110 },
  { name: 'root under a 0700 home', folder: path.join(closed, 'checkout'), port: 4120 },
  { name: 'a plain user', folder: path.join(plainHome, 'checkout'), port: 4130, uid: NOBODY },
];
const running: ChildProcess[] = [];
let failed = 0;
try {
  for (const place of places) {
    try {
      await tryOut(place);
      console.log(`── as ${place.name}: passed`);
    } catch (error) {
      failed++;
      console.error(`── as ${place.name}: FAILED`, error);
    }
  }
} finally {
  for (const child of running) await stop(child);
  for (const place of places) removeSystemFolder(place);
  for (const folder of [open, closed]) rmSync(folder, { recursive: true, force: true });
}
console.log(`${places.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function tryOut(place: Place): Promise<void> {
  console.log(`── as ${place.name}`);
  const as = place.uid === undefined ? {} : { uid: place.uid, gid: place.uid };
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: place.uid === undefined ? homedir() : plainHome,
    npm_config_cache: path.join(path.dirname(place.folder), 'npm-cache'),
  };
  // A system whose own Node is older is the case that matters: `npm` is found on PATH without our node_modules.
  env.PATH = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((entry) => !entry.includes('node_modules'))
    .join(path.delimiter);
  const run = (command: string, args: string[], cwd: string, more: NodeJS.ProcessEnv = {}) =>
    execFileSync(command, args, {
      cwd,
      env: { ...env, ...more },
      stdio: ['ignore', 'inherit', 'inherit'],
      ...as,
    });

  execFileSync('git', ['clone', '--quiet', root, place.folder]);
  if (place.uid !== undefined) execFileSync('chown', ['-R', `${place.uid}:${place.uid}`, place.folder]);
  const begun = Date.now();
  run('npm', ['ci', '--silent'], place.folder);
  const child = spawn('npm', ['start'], {
    cwd: place.folder,
    env: { ...env, PORT: String(place.port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...as,
  });
  running.push(child);
  await printed(child, /is ready\.\n\n {2}[\s\S]*\n\n/);
  console.log(`   ready ${Math.round((Date.now() - begun) / 1000)} s after the clone`);
  const url = `http://localhost:${place.port}`;
  const ping = await fetch(`${url}/ping`);
  const page = await (await fetch(url)).text();
  if (!ping.ok || !page.includes('<div id="root">')) throw new Error('It does not answer.');
  const signUp = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=embedded`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'maren@example.com',
      password: 'slow and steady 7',
      returnSecureToken: true,
    }),
  });
  if (!signUp.ok)
    throw new Error(`The address is taken in a new checkout: they share a database. ${await signUp.text()}`);
  if (full) run('npm', ['test'], place.folder, { CI: 'true' });
}

/** Where the database had to live outside the checkout, the checkout says so. */
function removeSystemFolder({ folder }: Place): void {
  const record = path.join(folder, 'data', 'postgres-location.json');
  if (!existsSync(record)) return;
  const { shelf } = JSON.parse(readFileSync(record, 'utf8')) as { shelf: string };
  rmSync(shelf, { recursive: true, force: true });
}

function printed(child: ChildProcess, words: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      process.stdout.write(chunk);
      if (words.test(text)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
