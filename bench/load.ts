import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { arrive, type Outcome } from '../test/load/arrivals.ts';
import { OPERATIONS, Scenario } from '../test/load/scenario.ts';
import { openSite, type Site } from '../test/load/site.ts';
import { databaseCpu, machineTime, readMetrics } from '../test/load/watch.ts';
import { median, quantile } from './statistics.ts';

/**
 * A mix of operations at rising rates until the product is saturated, with its own database and with
 * DATABASE_URL, everything on this machine. Then `GET /api/letters` alone, against a bare Fastify route with
 * the same query.
 */
const RATES = [20, 40, 60, 80, 100, 120, 160, 200, 300];
const SECONDS = Number(process.env.LOAD_SECONDS ?? 12);
const MOST_UNDER_WAY = 400;
/** Saturated: arrivals of this many milliseconds wait, a page takes as long, or operations fail. */
const LATE_MS = 1_000;
const FAILED_SHARE = 0.01;

await buildIfNeeded((line) => console.log(line));
console.log(`  ${cpus().length} cores, ${SECONDS} s at each rate`);
for (const kind of ['embedded', 'external'] as const) {
  const site = await openSite(kind);
  const agent = new Agent({ keepAlive: true });
  try {
    await measure(kind, site, agent);
  } finally {
    agent.destroy();
    await site.close();
  }
}

async function measure(kind: string, site: Site, agent: Agent): Promise<void> {
  console.log(`\n${kind} database`);
  const { url, receiverPort } = site.product;
  const scenario = await Scenario.open({ url, receiverPort }, site.database, agent);
  let best = 0;
  for (const rate of RATES) {
    const { outcome, on } = await step(site, scenario, rate);
    const done = outcome.done / SECONDS;
    console.log(
      `  ${String(rate).padStart(3)}/s asked, ${done.toFixed(1)}/s done, ${outcome.failed} failed   ${on}`,
    );
    for (const name of OPERATIONS) {
      const times = outcome.times.get(name) ?? [];
      const shown = [0.5, 0.99].map((share) => quantile(times, share).toFixed(0).padStart(6)).join(' ');
      console.log(`      ${name.padEnd(18)} p50, p99 ms ${shown}   (${times.length})`);
    }
    if (outcome.failure) console.log(`      first failure: ${outcome.failure}`);
    best = Math.max(best, done);
    const reads = quantile(outcome.times.get('read my letters') ?? [], 0.99);
    const { left, failed } = outcome;
    if (left > (rate * LATE_MS) / 1000 || reads > LATE_MS || failed > FAILED_SHARE * rate * SECONDS) {
      console.log(`  too much: ${left} under way at the end, a page takes ${reads.toFixed(0)} ms at p99`);
      break;
    }
  }
  console.log(`${kind}: ${best.toFixed(1)} operations/s at most`);
  await besideFloor(site, scenario);
  scenario.close();
}

async function step(site: Site, scenario: Scenario, rate: number): Promise<{ outcome: Outcome; on: string }> {
  const before = await account(site);
  let waiting = 0;
  let asking = true;
  const looks = (async () => {
    while (asking) {
      waiting = Math.max(waiting, (await readMetrics(site.product.url)).waiting);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
  })();
  const outcome = await arrive(scenario, { rate, seconds: SECONDS, mostUnderWay: MOST_UNDER_WAY });
  asking = false;
  await looks;
  const after = await account(site);
  const cores = (part: 'cpu' | 'database' | 'own' | 'others' | 'disk') =>
    ((after[part] - before[part]) / (after.at - before.at)).toFixed(2);
  return {
    outcome,
    on: `cores: product ${cores('cpu')}, PostgreSQL ${cores('database')}, this measure ${cores('own')}, others ${cores('others')}, disk alone ${cores('disk')}; event loop p99 ${after.loopDelay.toFixed(0)} ms; ${waiting} waited for a connection`,
  };
}

/** Seconds of CPU so far, by whose they are. */
async function account(site: Site) {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  const readings = await readMetrics(site.product.url);
  const database = (await databaseCpu(site.database)) ?? 0;
  const { all, idle, disk } = (await machineTime()) ?? { all: 0, idle: 0, disk: 0 };
  const others = all - idle - disk - readings.cpu - database - own;
  return { ...readings, database, own, others, disk, at: performance.now() / 1000 };
}

async function besideFloor({ product, databaseUrl }: Site, { reader }: Scenario): Promise<void> {
  const program = fileURLToPath(new URL('./load/floor.ts', import.meta.url));
  const floor = spawn(process.execPath, ['--import', 'tsx', program, databaseUrl, reader.uid], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const bareUrl = await firstLine(floor);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < 3; round++) {
      ours.push(await rateOf(`${product.url}/api/letters?limit=20`, { cookie: reader.cookie }));
      bare.push(await rateOf(bareUrl, {}));
    }
    const [most, floorMost] = [median(ours), median(bare)];
    console.log(
      `  reads alone: ${most.toFixed(0)}/s, a bare route ${floorMost.toFixed(0)}/s: ${(most / floorMost).toFixed(2)}`,
    );
  } finally {
    const ended = once(floor, 'exit');
    floor.kill();
    await ended;
  }
}

async function rateOf(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 8, duration: 4 });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 200 at ${url}`);
  return result.requests.average;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`The floor ended with ${code}.`)));
  });
}
