import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { startTakingSink } from '../test/faults/letter-kill-rounds.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { type OwnProduct, openOwnProduct } from '../test/support/own-product.ts';
import { runClocks } from './scheduled/clocks.ts';
import { runDueMinute } from './scheduled/minute.ts';
import { runRestore } from './scheduled/restore.ts';

/**
 * `npm run drills -- scheduled [letters]`, with the built product:
 * 1. Letters of one minute, and the leading of two workers is killed as the first is queued, or when half
 * have left.
 * 2. The clocks of workers and database jump.
 * 3. A backup is restored four days later, and 31, after some of its letters have left.
 */
const [letters = 1_000] = process.argv.slice(2).map(Number);
if (!Number.isInteger(letters) || letters < 2) {
  console.error('drills scheduled [letters]: a number from 2');
  process.exit(2);
}
/** From its time until a letter is queued, for 95 of 100. */
const GOAL_SECONDS = 60;
const root = path.resolve(import.meta.dirname, '..');
const CLOCK = ['--import', path.join(import.meta.dirname, 'chaos', 'jumping-clock.mjs')];

await buildIfNeeded((line) => console.log(line));
const right: boolean[] = [];
for (const drill of [
  () => dueMinute(0),
  () => dueMinute(letters / 2),
  clocks,
  () => restore(4),
  () => restore(31),
])
  right.push(await drill());
process.exit(right.every(Boolean) ? 0 : 1);

async function openMailServer() {
  const sink = await startTakingSink(50);
  return {
    sink,
    mail: { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', REPLY_DOMAIN: 'reply.example.org' },
  };
}

function startWorker({ env }: Pick<OwnProduct, 'env'>, hoursOff = 0) {
  return startServerProcess(
    {
      args: [...(hoursOff === 0 ? [] : CLOCK), 'dist/server/main.js'],
      env: { ...env, PROCESS_ROLE: 'worker', CLOCK_JUMP_MS: String(hoursOff * 3_600_000) },
      cwd: root,
    },
    0,
  );
}

async function dueMinute(killAt: number): Promise<boolean> {
  const { sink, mail } = await openMailServer();
  const product = await openOwnProduct(mail);
  const tally = await runDueMinute(product.services, {
    ...{ sink, count: letters, killAt: Math.floor(killAt) },
    startWorker: () => startWorker(product),
  });
  await product.close();
  await sink.close();
  const { lost, chargedTwice, unexplained, early, queuedAfter, leftAfter, wrong } = tally;
  console.log(
    `\n${letters} letters of one minute, the leading worker killed when ${killAt === 0 ? 'the first was queued' : `${killAt} had left`}`,
  );
  console.log(`  lost               ${lost} (goal: 0)`);
  console.log(`  charged twice      ${chargedTwice} (goal: 0)`);
  console.log(`  before their time  ${early} (goal: 0)`);
  console.log(`  taken once more    ${tally.repeats}, of ${tally.inFlight} that were on the wire`);
  console.log(`  unexplained        ${unexplained} (goal: 0)`);
  console.log(`  queued, p95        ${queuedAfter.toFixed(1)} s after their time (goal: ${GOAL_SECONDS} s)`);
  console.log(`  left, p95          ${leftAfter.toFixed(1)} s after their time`);
  return report(wrong) && lost + chargedTwice + unexplained + early === 0 && queuedAfter <= GOAL_SECONDS;
}

async function clocks(): Promise<boolean> {
  const { sink, mail } = await openMailServer();
  const product = await openOwnProduct(mail);
  const wrong = await runClocks(product.services, sink, (hours) => startWorker(product, hours));
  await product.close();
  await sink.close();
  console.log('\nClocks of both workers and of the database set forward and back');
  return report(wrong);
}

async function restore(days: number): Promise<boolean> {
  const { sink, mail } = await openMailServer();
  const place = await mkdtemp(path.join(tmpdir(), 'slow-letters-restored-'));
  const old = await openOwnProduct(mail);
  const restored = { env: { ...mail, DATA_DIR: path.join(place, 'data') } };
  const backup = path.join(place, 'backup');
  const opened: OwnProduct[] = [];
  const wrong = await runRestore(
    {
      old: old.services,
      startOldWorker: () => startWorker(old),
      admin(on, word) {
        const { env } = on === 'old' ? old : restored;
        const words = word === 'release' ? [word] : [word, backup];
        const { status, stderr } = spawnSync(process.execPath, ['dist/server/admin.js', ...words], {
          ...{ cwd: root, encoding: 'utf8' },
          env: { ...process.env, ...env },
        });
        if (status !== 0) throw new Error(`admin ${words.join(' ')}: ${status}\n${stderr}`);
      },
      async openRestored() {
        const product = await openOwnProduct(restored.env);
        opened.push(product);
        return product.services;
      },
      startRestoredWorker: () => startWorker(restored),
    },
    sink,
    days,
  );
  for (const product of opened) await product.close();
  await old.close();
  await sink.close();
  await rm(place, { recursive: true });
  console.log(`\nA backup restored ${days} days later`);
  return report(wrong);
}

function report(wrong: string[]): boolean {
  for (const line of wrong) console.error(`  wrong: ${line}`);
  console.log(`  wrong              ${wrong.length} (goal: 0)`);
  return wrong.length === 0;
}
