import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build-if-needed.ts';
import { watchNpm } from './watch-npm.ts';

// glibc gives every thread a heap of its own, and photos are large: one heap halves what an upload of twenty takes. It
// must be set before the process begins, so the process is replaced by itself under the same number.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, command, { MALLOC_ARENA_MAX: '1', ...process.env });
}

// `npm start`: builds when the sources changed since the last time, then becomes the product.
const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
watchNpm();
await buildIfNeeded(console.log);
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href);
