import { Worker } from 'node:worker_threads';
import { started } from '../../threads/thread-pool.ts';

/** Megabytes of JavaScript objects in a thread; above it the thread ends, and the process goes on. */
const MEMORY_MB = 512;

/**
 * Starts a thread that reads untrusted mail, and waits for its first message.
 * @throws the error that kept it from starting
 */
export function startMailWorker(
  name: 'parser-worker' | 'dmarc-worker',
  memoryMb: number = MEMORY_MB,
): Promise<Worker> {
  // From source the worker is TypeScript like this file; in the build it is JavaScript beside the bundle.
  const file = `./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;
  return started(
    new Worker(new URL(file, import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
  );
}
