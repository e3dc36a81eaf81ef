import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build-if-needed.ts';

// `npm run admin -- …`: the operator's commands, on the same settings as the product.
const root = path.resolve(import.meta.dirname, '..');
process.chdir(root);
await buildIfNeeded(console.error);
await import(pathToFileURL(path.join(root, 'dist', 'server', 'admin.js')).href);
