import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The same for `server/` and for the build in `dist/server/`. */
export const projectFolder = findProjectFolder(path.dirname(fileURLToPath(import.meta.url)));

function findProjectFolder(start: string): string {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'migrations', 'meta', '_journal.json'))) return folder;
    if (folder === path.dirname(folder))
      throw new Error(`No migrations folder above ${start}: the installation is incomplete.`);
  }
}

export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(projectFolder, 'package.json'), 'utf8'),
  );
  return version;
}
