import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build.ts';

// `npm start`: builds when the sources changed since the last time, then becomes the product.
const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
await buildIfNeeded(console.log);
process.env.NODE_ENV ??= 'production';
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href);
