import path from 'node:path';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { runKillRounds, startTakingSink } from '../test/faults/letter-kill-rounds.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { openOwnProduct } from '../test/support/own-product.ts';

/**
 * `npm run drills -- letters [rounds] [letters a round]`: the built worker is killed with SIGKILL at random moments while
 * it sends. No letter may be lost or charged twice; only one that was on the wire may be taken again, as the same
 * message.
 */
const [rounds = 100, lettersARound = 20] = process.argv.slice(2).map(Number);
if (![rounds, lettersARound].every((given) => Number.isInteger(given) && given > 0)) {
  console.error('drills letters [rounds] [letters a round]: two numbers from 1');
  process.exit(2);
}

await buildIfNeeded((line) => console.log(line));
const sink = await startTakingSink(300);
const product = await openOwnProduct({
  SMTP_URL: sink.url,
  MAIL_FROM: 'letters@example.org',
  REPLY_DOMAIN: 'reply.example.org',
});
const command = {
  args: ['dist/server/main.js'],
  env: { ...product.env, PROCESS_ROLE: 'worker' },
  cwd: path.resolve(import.meta.dirname, '..'),
};
const begun = Date.now();
const tally = await runKillRounds({
  rounds,
  lettersARound,
  killWithin: 1_500,
  services: product.services,
  sink,
  startWorker: () => startServerProcess(command, 0),
  log: (line) => console.log(`  ${line}`),
});
await product.close();
await sink.close();

console.log(`\n${tally.letters} letters, ${tally.kills} kills, ${Math.round((Date.now() - begun) / 1000)} s`);
console.log(`  lost               ${tally.lost} (goal: 0)`);
console.log(`  charged twice      ${tally.chargedTwice} (goal: 0)`);
console.log(`  on the wire        ${tally.inFlight} at a kill`);
console.log(`  taken once more    ${tally.repeats}, same Message-ID`);
console.log(`  unexplained        ${tally.unexplained} (goal: 0)`);
process.exit(tally.lost + tally.chargedTwice + tally.unexplained > 0 ? 1 : 0);
