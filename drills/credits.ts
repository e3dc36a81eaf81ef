import path from 'node:path';
import { buildIfNeeded } from '../scripts/build-if-needed.ts';
import { runSendRace } from '../test/faults/send-race.ts';
import { startServerProcess } from '../test/faults/server-process.ts';
import { StripeStandIn } from '../test/stand-ins/stripe-stand-in.ts';
import { freePort } from '../test/support/free-port.ts';
import { openOwnProduct } from '../test/support/own-product.ts';
import { runKillRounds } from './credits/kill-rounds.ts';

/**
 * `npm run drills -- credits [letters] [credits] [rounds]`, with the built product:
 * 1. Many sends at once over two processes, with credits for some: each credit is spent once, the rest is
 * 402.
 * 2. A server is killed at random moments while people buy, redeem, send and get money back: each purchase
 * is granted once, each letter charged once.
 */
const [letters = 10_000, credits = 1_000, rounds = 100] = process.argv.slice(2).map(Number);
if (![letters, credits, rounds].every((given) => Number.isInteger(given) && given > 0) || credits > letters) {
  console.error('drills credits [letters] [credits] [rounds]: numbers from 1, no more credits than letters');
  process.exit(2);
}

await buildIfNeeded((line) => console.log(line));
const right = [await race(), await kills()];
process.exit(right.every(Boolean) ? 0 : 1);

async function race(): Promise<boolean> {
  const product = await openProduct({});
  const servers = await Promise.all(
    [1, 2].map(async () => startServerProcess(product.command('web'), await freePort())),
  );
  const tally = await runSendRace({
    db: product.services.db,
    person: await product.signIn(),
    servers: servers.map(({ url }) => url),
    letters,
    credits,
  });
  await Promise.all(servers.map((server) => server.kill()));
  await product.close();
  const { statuses, queued, charged, jobs, balance, wrong, seconds } = tally;
  const others = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '402');
  console.log(`\n${letters} sends at once, ${credits} credits, two processes, ${seconds.toFixed(1)} s`);
  console.log(`  sent               ${statuses[200] ?? 0} (goal: ${credits})`);
  console.log(`  402                ${statuses[402] ?? 0} (goal: ${letters - credits})`);
  console.log(`  other answers      ${others.map(([status, n]) => `${n} × ${status}`).join(', ') || 'none'}`);
  console.log(`  queued, charged    ${queued}, ${charged}, with ${jobs} jobs`);
  console.log(`  balance            ${balance} (goal: 0)`);
  console.log(`  books              ${wrong.length === 0 ? 'right' : wrong.join('\n')}`);
  return (
    statuses[200] === credits &&
    (statuses[402] ?? 0) === letters - credits &&
    [queued, charged, jobs].every((n) => n === credits) &&
    balance === 0 &&
    wrong.length === 0
  );
}

async function kills(): Promise<boolean> {
  const stripe = new StripeStandIn();
  const product = await openProduct({
    STRIPE_SECRET_KEY: stripe.key,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: await stripe.start(),
  });
  const port = await freePort();
  const begun = Date.now();
  const tally = await runKillRounds({
    rounds,
    customersAtOnce: 6,
    killWithin: 3_000,
    services: product.services,
    stripe,
    startServer: () => startServerProcess(product.command('all'), port),
    signIn: product.signIn,
    say: (line) => console.log(`  ${line}`),
  });
  await product.close();
  await stripe.stop();
  console.log(
    `\n${tally.kills} kills, ${Math.round((Date.now() - begun) / 1000)} s, ${tally.cut} calls cut off`,
  );
  console.log(
    `  customers          ${tally.customers}, ${tally.paid} purchases paid, ${tally.sent} letters sent`,
  );
  console.log(`  not granted once   ${tally.notGrantedOnce} (goal: 0)`);
  console.log(`  not charged once   ${tally.notChargedOnce} (goal: 0)`);
  console.log(`  wrong balances     ${tally.wrongBalances} (goal: 0)`);
  console.log(`  books              ${tally.wrong.length === 0 ? 'right' : tally.wrong.join('\n')}`);
  return (
    tally.notGrantedOnce + tally.notChargedOnce + tally.wrongBalances + tally.wrong.length === 0 &&
    tally.paid === tally.customers &&
    tally.sent === 5 * tally.customers
  );
}

async function openProduct(settings: Record<string, string>) {
  const product = await openOwnProduct({ ...settings, PUBLIC_URL: 'http://localhost:3000' });
  return {
    ...product,
    command: (role: string) => ({
      args: ['dist/server/main.js'],
      env: { ...product.env, PROCESS_ROLE: role },
      cwd: path.resolve(import.meta.dirname, '..'),
    }),
    signIn: () => product.signIn({ verified: true }),
  };
}
