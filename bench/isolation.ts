import { readdir, readFile } from 'node:fs/promises';
import { constants, platform, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { openSite } from '../test/load/site.ts';
import { ATTACKS } from './isolation/attacks.ts';
import { openStage } from './isolation/stage.ts';
import { quantile } from './statistics.ts';

/**
 * `GET /api/config` of somebody else beside attacks, against the same call in calm phases before each,
 * compared as one. Attackers run at the lowest priority, as if on machines of their own. `-- --photos
 * --ping` runs those with one of these words.
 */
const GOAL_RATIO = 5;
const GOAL_WORST_MS = 1_000;
const CALM_MS = 5_000;

const words = process.argv.slice(2).map((option) => option.replace(/^--/, ''));
const attacks = ATTACKS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (attacks.length === 0)
  throw new Error(`No attack has that in its name: ${ATTACKS.map(({ name }) => name).join('; ')}`);

await buildIfNeeded((line) => console.log(line));
const site = await openSite('embedded');
// On Linux a priority belongs to the thread (setpriority(2)), elsewhere to the process. The caller and the product keep theirs.
const attackers = platform() === 'linux' ? (await readdir('/proc/self/task')).map(Number) : [process.pid];
const caller = new Worker(new URL('./isolation/caller.ts', import.meta.url), {
  workerData: { url: `${site.product.url}/api/config` },
});
for (const thread of attackers) setPriority(thread, constants.priority.PRIORITY_LOW);
try {
  const stage = await openStage(site, await readFile('test/photos/files/torn-note.jpg'));
  await timesDuring(() => sleep(CALM_MS));
  const calm: number[] = [];
  const attacked: { name: string; times: number[]; said: string }[] = [];
  for (const { name, run } of attacks) {
    calm.push(...(await timesDuring(() => sleep(CALM_MS))));
    // So that mail is not put off for what earlier attacks sent.
    await site.database.query("update inbound_messages set received_at = received_at - interval '2 hours'");
    let said = '';
    const times = await timesDuring(async () => {
      const until = performance.now() + CALM_MS;
      while (performance.now() < until) said = await run(stage);
    });
    attacked.push({ name, times, said });
  }
  const alone = quantile(calm, 0.99);
  console.log(`  p99 of ${calm.length} calls without an attack: ${alone.toFixed(1)} ms`);
  for (const { name, times, said } of attacked) {
    const beside = quantile(times, 0.99);
    console.log(
      `  ${name.padEnd(34)} p99 ${beside.toFixed(1).padStart(6)} ms: ${(beside / alone).toFixed(2).padStart(6)} times; worst ${Math.max(
        ...times,
      )
        .toFixed(0)
        .padStart(4)} ms   ${said}`,
    );
  }
  const all = attacked.map(({ times }) => times);
  const ratio = Math.max(...all.map((times) => quantile(times, 0.99) / alone));
  console.log(`isolation: p99 at most ${ratio.toFixed(2)} times (goal ${GOAL_RATIO})`);
  console.log(`isolation: worst ${Math.max(...all.flat()).toFixed(0)} ms (goal ${GOAL_WORST_MS})`);
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
