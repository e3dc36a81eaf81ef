import { Worker } from 'node:worker_threads';

/** Megabytes of JavaScript objects that a thread may hold; over it the thread ends, and nothing else does. */
const MEMORY_MB = 512;

/**
 * Starts a thread that reads what strangers wrote, and waits for its first word.
 * @throws what kept it from starting
 */
export function startMailWorker(
  name: 'parser-worker' | 'dmarc-worker',
  memoryMb: number = MEMORY_MB,
): Promise<Worker> {
  // From source the worker is TypeScript like this file; built, it lies as JavaScript beside the bundle.
  const file = `./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;
  const worker = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => {
      worker.off('error', reject);
      resolve(worker);
    });
  });
}
