import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { startTakingSink } from '../test/faults/letter-kill-rounds.ts';
import { type ServerProcess, startServerProcess } from '../test/faults/server-process.ts';
import { startSilentProxy } from '../test/faults/silent-proxy.ts';
import { freePort } from '../test/support/free-port.ts';
import { openOwnProduct } from '../test/support/own-product.ts';
import { measureWaits } from './silence/waits.ts';

/**
 * `npm run drills -- silence`: connections to the database are dropped without a word while letters leave
 * and a page listens. Both go on within 30 seconds, and a stop ends within its drain time.
 */
const GOAL_SECONDS = 30;
const DRAIN_SECONDS = 5;
/** What a stop may take beyond the drain: a query that hangs, and the goodbyes. */
const STOP_WITHIN_SECONDS = DRAIN_SECONDS + 15;

await buildIfNeeded((line) => console.log(line));
const sink = await startTakingSink(50);
const mail = { SMTP_URL: sink.url, MAIL_FROM: 'letters@example.org', REPLY_DOMAIN: 'reply.example.org' };
const product = await openOwnProduct(mail);
const { host = '', port = 5432, user = '', password = '', database = '' } = product.services.pool.options;
const proxy = await startSilentProxy({ path: `${host}/.s.PGSQL.${port}` });
const address = new URL(`postgres://127.0.0.1:${proxy.port}/${database}`);
Object.assign(address, { username: user, password: String(password) });
const start = (role: 'web' | 'worker', listenOn: number) =>
  startServerProcess(
    {
      args: ['dist/server/main.js'],
      env: {
        ...product.env,
        DATABASE_URL: address.href,
        PUBLIC_URL: product.services.config.publicUrl,
        PROCESS_ROLE: role,
        DRAIN_SECONDS: String(DRAIN_SECONDS),
      },
      cwd: path.resolve(import.meta.dirname, '..'),
    },
    listenOn,
  );
const web = await start('web', await freePort());
const worker = await start('worker', 0);
const { headers, uid } = await product.signIn({ verified: true });
const page = { url: web.url, headers, uid };
const wrong: string[] = [];

await measure('once', async () => {
  await sleep(3_000);
  console.log(`  ${proxy.drop()} connections dropped`);
  await sleep(25_000);
});
await measure('five times in 40 s', async () => {
  for (let n = 0; n < 5; n++) {
    await sleep(n === 0 ? 1_000 : 10_000);
    console.log(`  ${proxy.drop()} connections dropped`);
  }
  await sleep(25_000);
});
proxy.drop();
await Promise.all([stop('web', web), stop('worker', worker)]);
// First, as PostgreSQL goes on while its connections are held.
await proxy.close();
await product.close();
await sink.close();
for (const line of wrong) console.error(`  wrong: ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);

async function measure(what: string, during: () => Promise<void>): Promise<void> {
  const { letters, letter, news } = await measureWaits(product.services, page, during);
  console.log(`\nConnections dropped ${what}: ${letters} letters`);
  console.log(`  slowest letter     ${inSeconds(letter)} (goal: ${GOAL_SECONDS} s)`);
  console.log(`  longest silence    ${inSeconds(news)} on a page (goal: ${GOAL_SECONDS} s)`);
  if (Math.max(letter, news) > GOAL_SECONDS * 1_000) wrong.push(`waits after connections dropped ${what}`);
}

async function stop(role: string, server: ServerProcess): Promise<void> {
  const begun = performance.now();
  const code = await server.stop();
  const took = performance.now() - begun;
  console.log(`  stop of the ${role}  ${inSeconds(took)}, exit ${code} (goal: ${STOP_WITHIN_SECONDS} s)`);
  if (took > STOP_WITHIN_SECONDS * 1_000) wrong.push(`the stop of the ${role}`);
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
