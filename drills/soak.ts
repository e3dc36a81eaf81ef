import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { arrive } from '../test/load/arrivals.ts';
import { Scenario } from '../test/load/scenario.ts';
import { openSite } from '../test/load/site.ts';
import { findGrowth } from './soak/find-growth.ts';
import { type Sample, sample } from './soak/sample.ts';

/**
 * `npm run drills -- soak [minutes] [operations a second]`: what people do, at half of what a small machine
 * can do. Memory, files, connections, work under way and tables have not kept growing.
 */
const [minutes = 30, rate = 30] = process.argv.slice(2).map(Number);
if (!(minutes >= 2 && rate > 0)) {
  console.error('drills soak [minutes] [operations a second]: from two minutes');
  process.exit(2);
}
const EVERY_SECONDS = 5;
const SHOWN_EVERY = 6;
/** More than what is lost to a stall of the machine. */
const FAILURES = 0.001;

await buildIfNeeded((line) => console.log(line));
const site = await openSite('roles');
const agent = new Agent({ keepAlive: true });
const wrong: string[] = [];
try {
  const { url, receiverPort } = site.product;
  const scenario = await Scenario.open({ url, receiverPort }, site.database, agent);
  const over = new AbortController();
  const watching = watch(over.signal);
  const { times, failed, failure } = await arrive(scenario, {
    rate,
    seconds: minutes * 60,
    mostUnderWay: 400,
  });
  over.abort();
  const samples = await watching;
  const done = [...times.values()].reduce((sum, each) => sum + each.length, 0);
  if (failed > done * FAILURES) wrong.push(`${failed} operations failed, the first: ${failure}`);
  wrong.push(...findGrowth(samples, done));
  scenario.close();
  console.log(`\n${minutes} minutes at ${rate}/s: ${done} operations, ${failed} failed`);
  for (const line of wrong) console.error(`  wrong: ${line}`);
  console.log(`  grew and should not  ${wrong.length} (goal: 0)`);
} finally {
  agent.destroy();
  await site.close();
}
process.exit(wrong.length > 0 ? 1 : 0);

async function watch(over: AbortSignal): Promise<Sample[]> {
  const samples: Sample[] = [];
  const begun = performance.now();
  while (!over.aborted) {
    const now = await sample(site);
    if (samples.length % SHOWN_EVERY === 0) show(Math.round((performance.now() - begun) / 1000), now);
    samples.push(now);
    await sleep(EVERY_SECONDS * 1000);
  }
  return samples;
}

function show(seconds: number, { memory, openFiles, connections, backlog, rows }: Sample): void {
  const shown = Object.entries(memory).map(([kind, megabytes]) => `${kind} ${megabytes.toFixed(0)} MB`);
  const waits = Object.values(backlog).reduce((sum, each) => sum + each, 0);
  console.log(
    `  ${String(seconds).padStart(5)} s  ${shown}, ${openFiles} files, ${connections} connections, ${waits} under way, ${rows.letters} letters`,
  );
}
