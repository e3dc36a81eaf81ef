import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_PEOPLE, PASSWORD, seedDemo } from '../e2e/fixtures/seeded-demo.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { buildIfNeeded } from './build-if-needed.ts';

// `npm run demo`: a filled installation in the folder `demo/`, to look at. Delete the folder to begin anew.
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'demo');
const filled = path.join(folder, 'filled');
const port = Number(process.env.PORT ?? 3000);

await buildIfNeeded(console.log);
await mkdir(folder, { recursive: true });
const product = await startServerProcess(
  {
    args: ['dist/server/main.js'],
    cwd: root,
    env: { NODE_ENV: 'production', DATA_DIR: folder, TEST_ROUTES: 'true', LOG_LEVEL: 'error' },
    ready: /is ready\.\n\n {2}[\s\S]*\n\n/,
  },
  port,
);
const stop = () => void product.stop().then((code) => process.exit(code ?? 0));
process.on('SIGINT', stop).on('SIGTERM', stop);
if (!existsSync(filled)) {
  console.log('Writing letters…');
  const mailbox = /http:\/\/\S+\/mailbox\?token=\S+/.exec(product.output)?.[0] ?? '';
  await seedDemo(`http://localhost:${port}`, mailbox);
  await writeFile(filled, '');
}
console.log(`${product.output.trim()}

  Sign in as ${DEMO_PEOPLE.maren}, or ${DEMO_PEOPLE.ilse} (in German), or ${DEMO_PEOPLE.tom}.
  The password is: ${PASSWORD}
`);
