import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PhotoRefused } from '../photo-refused.ts';
import type { AvifRequest } from './avif-process.ts';
import type { Pixels } from './make-variants.ts';

/** Milliseconds for one file; 100 megapixels take about a third of it on a machine of today. */
const TIMEOUT = 30_000;

/** A small file can take hours to decode, which only killing a process interrupts. @throws {PhotoRefused}, Error */
export async function decodeAvif(request: AvifRequest, timeout: number = TIMEOUT): Promise<Pixels> {
  const file = import.meta.url.endsWith('.ts') ? './avif-process.ts' : './avif-process.js';
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: [],
    // A decoder of strangers' files gets no secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Pixels>((resolve, reject) => {
      timer = setTimeout(() => reject(new PhotoRefused('TOO_SLOW', { cause: 'time-out' })), timeout);
      child.once('message', (answer: Pixels | Error) =>
        answer instanceof Error ? reject(answer) : resolve(answer),
      );
      child.once('error', reject);
      child.once('exit', () =>
        reject(new PhotoRefused('DAMAGED_PHOTO', { cause: 'the process that decodes AVIF ended' })),
      );
      child.send(request, (error) => {
        if (error) reject(error);
      });
    });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
