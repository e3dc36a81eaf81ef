import { Worker } from 'node:worker_threads';
import type { ProductPattern } from '../../scripts/regular-expressions/product-patterns.ts';
import type { AdversarialText } from './adversarial-texts.ts';

export type BoundedPattern = ProductPattern & { characters: number };

export interface RunOrder {
  patterns: BoundedPattern[];
  from: number;
}

/** Which pattern is being run, on which of its texts in full; with a time once it has been. */
export interface RunReport {
  at: number;
  text: AdversarialText | null;
  milliseconds?: number;
}

export interface SlowPattern {
  pattern: BoundedPattern;
  text: AdversarialText | null;
}

/**
 * Runs each pattern against its adversarial texts, in a thread that is ended when one takes too long.
 * @param limit milliseconds of CPU time that one pattern may take for one text
 * @returns those that took longer
 */
export async function runPatterns(patterns: BoundedPattern[], limit: number): Promise<SlowPattern[]> {
  const slow: SlowPattern[] = [];
  for (let from = 0; from < patterns.length; ) {
    const stoppedAt = await runFrom({ patterns, from }, limit);
    const pattern = patterns[stoppedAt.at];
    if (pattern) slow.push({ pattern, text: stoppedAt.text });
    from = stoppedAt.at + 1;
  }
  return slow;
}

const LOOK_EVERY_MS = 50;

/** @returns where it was when the time was over, or the end */
async function runFrom(order: RunOrder, limit: number): Promise<RunReport> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      let last: RunReport = { at: order.from, text: null };
      /** what the thread had used when it said so */
      let before: NodeJS.CpuUsage | null = null;
      /** A thread that has ended is heard for a moment longer. */
      const unlessEnded = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_WORKER_NOT_RUNNING') reject(error);
      };
      worker.on('error', reject).on('message', (report: RunReport) => {
        last = report;
        before = null;
        if (report.at >= order.patterns.length) return resolve(report);
        worker.cpuUsage().then((used) => {
          if (last === report) before = used;
        }, unlessEnded);
      });
      // On a busy machine a thread waits for long: only its own time counts.
      timer = setInterval(() => {
        const report = last;
        if (before === null) return;
        worker.cpuUsage(before).then(({ user, system }) => {
          if (last === report && (user + system) / 1_000 > limit) resolve(report);
        }, unlessEnded);
      }, LOOK_EVERY_MS);
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}
