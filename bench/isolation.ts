import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { buildIfNeeded } from '../scripts/build.ts';
import { openSite } from '../test/load/site.ts';
import { ATTACKS } from './isolation/attacks.ts';
import { openStage } from './isolation/stage.ts';
import { quantile } from './statistics.ts';

/**
 * `GET /api/config` of somebody else beside attacks that once stopped the product, compared with the same call just
 * before without an attack. Attackers use machines of their own, so their programs run here at the lowest priority:
 * they take what the product, its database and the caller leave of the processors.
 */
const GOAL_RATIO = 5;
const GOAL_WORST_MS = 1_000;
const CALM_MS = 5_000;

await buildIfNeeded((line) => console.log(line));
const site = await openSite('embedded');
const caller = new Worker(new URL('./isolation/caller.ts', import.meta.url), {
  workerData: { url: `${site.product.url}/api/config` },
});
// The caller and the product were started before, and keep theirs.
setPriority(constants.priority.PRIORITY_LOW);
try {
  const stage = await openStage(site, await readFile('test/photos/files/torn-note.jpg'));
  await timesDuring(() => sleep(CALM_MS));
  const ratios: number[] = [];
  const worsts: number[] = [];
  for (const { name, run } of ATTACKS) {
    const calm = await timesDuring(() => sleep(CALM_MS));
    let said = '';
    const attacked = await timesDuring(async () => {
      const until = performance.now() + CALM_MS;
      while (performance.now() < until) said = await run(stage);
    });
    const [before, beside] = [quantile(calm, 0.99), quantile(attacked, 0.99)];
    const worst = Math.max(...attacked);
    ratios.push(beside / before);
    worsts.push(worst);
    console.log(
      `  ${name.padEnd(34)} p99 ${before.toFixed(1).padStart(6)} ms alone, ${beside.toFixed(1).padStart(6)} ms beside: ${(beside / before).toFixed(2).padStart(6)}; worst ${worst.toFixed(0).padStart(4)} ms   ${said}`,
    );
  }
  console.log(`isolation: p99 at most ${Math.max(...ratios).toFixed(2)} times (goal ${GOAL_RATIO})`);
  console.log(`isolation: worst ${Math.max(...worsts).toFixed(0)} ms (goal ${GOAL_WORST_MS})`);
  stage.close();
} finally {
  await caller.terminate();
  await site.close();
}

/** @returns what each call took that began while something went on; milliseconds */
async function timesDuring(work: () => Promise<unknown>): Promise<number[]> {
  caller.postMessage('begin');
  try {
    await work();
  } finally {
    caller.postMessage('end');
  }
  return new Promise((resolve, reject) => {
    caller.once('error', reject);
    caller.once('message', (times: number[]) => {
      caller.off('error', reject);
      resolve(times);
    });
  });
}
