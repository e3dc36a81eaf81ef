import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findTexts, type SourceFile } from '../../packages/words/find-texts.ts';

export const projectRoot = path.resolve(import.meta.dirname, '..', '..');
const FOLDERS = ['web', 'shared', 'templates', 'server'];

/** Files of the product below the project's folder, with forward slashes, in order. */
export function filesBelow(folders: readonly string[], pattern: RegExp): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.split(path.sep).join('/')),
      ),
    )
    .filter((file) => pattern.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort();
}

export function readSources(): SourceFile[] {
  return filesBelow(FOLDERS, /\.tsx?$/).map((file) =>
    findTexts(file, readFileSync(path.join(projectRoot, file), 'utf8')),
  );
}
