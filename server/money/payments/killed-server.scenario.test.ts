import { expect, it } from 'vitest';
import { runKillRounds } from '../../../test/faults/payment-kill-rounds.ts';
import { startServerProcess } from '../../../test/faults/server-process.ts';
import { builtProgram } from '../../../test/support/built-program.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { signedIn } from '../../../test/support/sign-in.ts';
import { startStripeProduct } from '../../../test/support/stripe-product.ts';
import { projectFolder } from '../../core/project-folder.ts';

it('payments: a server that is killed repeatedly grants each purchase once and charges each letter once, to several people too', async () => {
  const { product, stripe, close } = await startStripeProduct();
  const { config } = product.services;
  const command = {
    args: [await builtProgram('main')],
    env: {
      DATABASE_URL: config.DATABASE_URL ?? '',
      DATA_DIR: product.dataDir,
      PUBLIC_URL: config.publicUrl,
      STRIPE_SECRET_KEY: stripe.key,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_BASE: config.STRIPE_API_BASE ?? '',
    },
    cwd: projectFolder,
  };
  const port = await freePort();
  const tally = await runKillRounds({
    rounds: 2,
    customersAtOnce: 3,
    killWithin: 500,
    services: product.services,
    stripe,
    startServer: () => startServerProcess(command, port),
    signIn: () => signedIn(product, { verified: true }),
  });
  expect(await close()).toEqual([]);
  expect(tally).toMatchObject({
    kills: 2,
    notGrantedOnce: 0,
    notChargedOnce: 0,
    wrongBalances: 0,
    wrong: [],
  });
  expect(tally.cut).toBeGreaterThan(0);
  expect(tally.paid).toBe(tally.customers);
  expect(tally.sent).toBe(5 * tally.customers);
}, 240_000);
