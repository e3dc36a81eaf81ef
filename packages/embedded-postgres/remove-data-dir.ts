import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { location, RECORD } from './placement.ts';

const REMOVALS = 20;

/** With the system folder in its place, if there is one. Synchronous, so that it may be the last act of a process. */
export function removeDataDir(dataDir: string): void {
  const record = join(dataDir, RECORD);
  const { shelf } = existsSync(record)
    ? location.parse(JSON.parse(readFileSync(record, 'utf8')))
    : { shelf: dataDir };
  for (const folder of [shelf, dataDir]) {
    // A server that was not stopped makes files meanwhile; it ends by itself within a minute without its pid file.
    for (let tries = 0; existsSync(folder) && tries < REMOVALS; tries++)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
