import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fuzzPhotos } from '../test/photos/photo-fuzzer.ts';

// `npm run drills -- photos [--files 5000 --seed 1]`: damaged photos of every kind through the converter. Each must
// become a right photo or be refused; a crash of the process, a hang or a leak fails the run.
if (process.platform === 'linux' && !process.env.MALLOC_ARENA_MAX) {
  // With an arena a thread the C library keeps so much of what was freed that a leak could not be told from it.
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, command, { ...process.env, MALLOC_ARENA_MAX: '1' });
}
const { values } = parseArgs({
  options: { files: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});
const files = Number(values.files);
const seed = Number(values.seed);
const ROUND = 500;
const MEGABYTE = 1024 * 1024;

/** Bytes that the second half of a run may grow by: allocators keep some of what they were given back, a leak goes on. */
const LEAK_BYTES = 80 * MEGABYTE;

const openFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);

let failed = 0;
let settled: { rss: number; files: number } | null = null;
for (let done = 0; done < files; done += ROUND) {
  const count = Math.min(ROUND, files - done);
  const report = await fuzzPhotos(seed + done, count);
  const rss = process.memoryUsage.rss();
  const refused = Object.entries(report.refused).map(([code, times]) => `${code} ${times}`);
  console.log(
    `${String(done + count).padStart(6)}: ${report.photos} photos; ${refused.join(', ')}; slowest ${report.slowest.toFixed(0)} ms; ${(rss / MEGABYTE).toFixed(0)} MB`,
  );
  for (const line of report.crashes) console.error(`  crash: seed ${line}`);
  for (const line of report.hangs) console.error(`  hang: seed ${line}`);
  failed += report.crashes.length + report.hangs.length;
  if (done + count >= files / 2) settled ??= { rss, files: openFiles() };
}
const rssGrowth = process.memoryUsage.rss() - (settled?.rss ?? 0);
const fileGrowth = openFiles() - (settled?.files ?? 0);
const workers = process.getActiveResourcesInfo().filter((kind) => kind === 'Worker').length;
console.log(
  `in the second half the resident set grew by ${(rssGrowth / MEGABYTE).toFixed(0)} MB, open files by ${fileGrowth}, threads left ${workers}`,
);
if (rssGrowth > LEAK_BYTES || fileGrowth > 10 || workers > 0) {
  console.error('That is a leak.');
  failed += 1;
}
console.log(`${files - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
