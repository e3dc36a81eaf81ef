import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { startSmtpSink } from '../test/stand-ins/smtp-sink.ts';
import { startProduct } from '../test/support/running-product.ts';
import { type Acknowledged, correspond } from './power-cut/correspondence.ts';
import { makeLoopDisk, whyNoLoopDisk } from './power-cut/loop-disk.ts';
import { missing } from './power-cut/missing.ts';

/**
 * `npm run drills -- power-cut [rounds]`: the disk loses its power under load. Every acknowledged letter,
 * credit, answer and photo is there afterwards.
 */
const [rounds = 20] = process.argv.slice(2).map(Number);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('drills power-cut [rounds]: a number from 1');
  process.exit(2);
}
const reason = whyNoLoopDisk();
if (reason !== null) {
  console.log(`Skipped: ${reason}.`);
  process.exit(0);
}

await buildIfNeeded((line) => console.log(line));
const folder = await mkdtemp(path.join(tmpdir(), 'slow-letters-power-cut-'));
const disk = makeLoopDisk(folder, 2048);
const sink = await startSmtpSink();
const product = await startProduct({
  DATA_DIR: path.join(folder, 'data'),
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
  LOG_LEVEL: 'silent',
});
const acknowledged: Acknowledged[] = [];
let lost = 0;
for (let round = 1; round <= rounds; round++) {
  const power = new AbortController();
  const load = correspond(product, sink, (one) => acknowledged.push(one), power.signal).catch((error) => {
    if (!power.signal.aborted) throw error;
  });
  await sleep(1_500 + randomInt(5_000));
  power.abort();
  await disk.cut();
  await product.kill();
  await load;
  disk.mount();
  await product.restart();
  const gone = (await Promise.all(acknowledged.map(missing))).flat();
  for (const line of gone) console.error(`  lost: ${line}`);
  lost += gone.length;
  console.log(
    `  round ${round}: ${sum('letters')} letters, ${sum('photos')} photos, ${sum('answers')} answers, ${lost} lost`,
  );
}
await product.stop();
await sink.close();
await disk.unmount();
await rm(folder, { recursive: true });
await rm(`${folder}.img`);
console.log(`\n${rounds} power cuts: ${lost} of what was acknowledged lost (goal: 0)`);
process.exit(lost > 0 ? 1 : 0);

function sum(kind: 'letters' | 'photos' | 'answers'): number {
  return acknowledged.reduce((total, one) => total + one[kind].length, 0);
}
