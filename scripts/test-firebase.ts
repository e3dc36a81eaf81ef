import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

// `npm run test:firebase`: the SDK's scenario on our own identity service and on Google's emulator, side by side.
// Google's emulator is `firebase` of npm's firebase-tools, on the PATH or at FIREBASE_CLI; it is no dependency.
const root = path.resolve(import.meta.dirname, '..');
const firebase = process.env.FIREBASE_CLI ?? 'firebase';
if (spawnSync(firebase, ['--version']).error) {
  console.error(
    'Google’s emulator is not here: npm install -g firebase-tools, or FIREBASE_CLI=/path/to/firebase.',
  );
  process.exit(1);
}
const port = Number(process.env.FIREBASE_EMULATOR_PORT ?? 9099);
const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-emulator-'));
const config = path.join(folder, 'firebase.json');
await writeFile(
  config,
  JSON.stringify({ emulators: { auth: { host: '127.0.0.1', port }, ui: { enabled: false } } }),
);
const vitest = path.join(root, 'node_modules', '.bin', 'vitest');
const run = `${JSON.stringify(vitest)} run --root ${JSON.stringify(root)} server/people/identity/sdk.scenario.test.ts`;
const { status } = spawnSync(
  firebase,
  ['emulators:exec', '--only', 'auth', '--project', 'demo-slow-letters', '--config', config, run],
  { cwd: folder, stdio: 'inherit', env: { ...process.env, SCENARIO_EMULATOR: `127.0.0.1:${port}` } },
);
await rm(folder, { recursive: true, force: true });
process.exit(status ?? 1);
