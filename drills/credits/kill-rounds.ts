import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { reconcile } from '../../server/money/payments/reconcile.ts';
import { verifyLedger } from '../../server/money/payments/verify-ledger.ts';
import type { AllServices } from '../../server/pages/account/erasure-list.ts';
import type { Letter } from '../../shared/letters.ts';
import type { CheckoutResponse, CheckoutState } from '../../shared/payments.ts';
import type { ServerProcess } from '../../test/faults/server-process.ts';
import type { StripeStandIn } from '../../test/stand-ins/stripe-stand-in.ts';
import { letterPayload, storedPhoto } from '../../test/support/factories.ts';
import type { SignedIn } from '../../test/support/sign-in.ts';
import { callUntilAnswered, type Line, RetryingCustomer } from './retrying-customer.ts';

export interface KillRounds {
  rounds: number;
  customersAtOnce: number;
  /** the server is killed at a random moment, at most this many milliseconds into a round */
  killWithin: number;
  services: AllServices;
  stripe: StripeStandIn;
  /** starts a server on the same port each time, with the database and folder of `services` */
  startServer: () => Promise<ServerProcess>;
  signIn: () => Promise<SignedIn>;
  say?: (line: string) => void;
}

export interface KillTally {
  kills: number;
  customers: number;
  cut: number;
  paid: number;
  /** paid purchases with other than one grant */
  notGrantedOnce: number;
  sent: number;
  /** sent letters that do not have exactly one charge, and unsent ones that have one */
  notChargedOnce: number;
  /** people whose balance is not what they bought, received and spent, or is negative */
  wrongBalances: number;
  wrong: string[];
}

interface Story {
  uid: string;
  /** credits that were bought and not refunded, or free */
  credits: number;
  letters: number[];
}

export async function runKillRounds(setting: KillRounds): Promise<KillTally> {
  const { services, stripe, rounds, customersAtOnce, killWithin, say = () => undefined } = setting;
  let server = await setting.startServer();
  const line: Line = { url: server.url, cut: 0 };
  const stories: Story[] = [];
  let over = false;
  const buying = Promise.all(
    Array.from({ length: customersAtOnce }, async () => {
      while (!over) stories.push(await tell(setting, line));
    }),
  ).finally(() => {
    over = true;
  });
  const killing = async () => {
    for (let round = 1; round <= rounds && !over; round++) {
      await sleep(randomInt(killWithin));
      await server.kill();
      say(`round ${round}: ${stories.length} customers, ${line.cut} calls cut off`);
      server = await setting.startServer();
    }
    over = true;
  };
  const outcomes = await Promise.allSettled([killing(), buying]);
  await server.kill();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  await reconcile(services);
  return {
    kills: rounds,
    customers: stories.length,
    cut: line.cut,
    ...(await count(services, stripe, stories)),
  };
}

async function tell({ services, stripe, signIn }: KillRounds, line: Line): Promise<Story> {
  const person = await signIn();
  const customer = new RetryingCustomer(line, person);
  const story: Story = { uid: person.uid, credits: 5, letters: [] };
  await customer.post('/api/users', { firebaseUid: person.uid });
  await customer.post('/api/redeem-coupon', { code: 'WELCOME5' });

  const { sessionId } = await customer.post<CheckoutResponse>('/api/create-checkout-session', {
    packageId: 'fifteen',
    ...(randomInt(2) ? { couponCode: 'TEACHER20' } : {}),
  });
  stripe.confirm(sessionId);
  story.credits += 15;
  // Some events never arrive and some customers never return: the reconciliation must find those payments.
  const told =
    randomInt(4) === 0 ? [] : [1, 2].map(() => hook(line, stripe, 'checkout.session.completed', sessionId));
  const comesBack = randomInt(3) > 0 ? [customer.get<CheckoutState>(`/api/checkout/${sessionId}`)] : [];
  await Promise.all<unknown>([...told, ...comesBack]);

  const photo = await storedPhoto({ services }, person.uid);
  for (let n = 0; n < 3; n++) {
    const { id } = await customer.post<Letter>(
      '/api/letters',
      letterPayload([photo], { recipientEmail: `tom.${person.email}` }),
    );
    const press = () => customer.post<Letter>(`/api/letters/${id}/send`);
    await Promise.all([press(), press()]);
    story.letters.push(id);
  }
  const { letters } = await customer.post<{ letters: Letter[] }>('/api/letter-batches', {
    ...letterPayload([photo]),
    recipients: ['ilse', 'bea'].map((name) => ({ name, email: `${name}.${person.email}` })),
  });
  story.letters.push(...letters.map(({ id }) => id));
  if (randomInt(3) === 0) {
    const payment = stripe.paymentOf(sessionId);
    payment.refunds.push({
      id: `re_${sessionId}`,
      amount: payment.amount,
      created: Math.floor(Date.now() / 1000),
    });
    // The free credits paid for the letters, so the whole purchase can be refunded.
    story.credits -= 15;
    await Promise.all([1, 2].map(() => hook(line, stripe, 'charge.refunded', payment.charge)));
  }
  return story;
}

/** The provider resends an event until it is accepted. */
function hook(line: Line, stripe: StripeStandIn, type: string, objectId: string): Promise<unknown> {
  const { payload, headers } = stripe.event(type, objectId);
  return callUntilAnswered(line, '/api/stripe/webhook', { method: 'POST', headers, body: payload });
}

async function count(services: AllServices, stripe: StripeStandIn, stories: Story[]) {
  const { db } = services;
  const entries = await db.execute<{ kind: string; reference: string; delta: number }>(
    sql`select kind, reference, delta from ledger_entries where kind in ('purchase', 'letter', 'letter-returned')`,
  );
  const times = new Map<string, number>();
  for (const { kind, reference } of entries.rows)
    times.set(`${kind} ${reference}`, (times.get(`${kind} ${reference}`) ?? 0) + 1);
  const paid = [...stripe.sessions.values()].filter(({ payment_status }) => payment_status === 'paid');
  const sent = stories.flatMap(({ letters }) => letters);
  const charged = [...times.keys()].filter((key) => key.startsWith('letter ')).length;
  const balances = await db.execute<{ uid: string; credits: number }>(
    sql`select account_uid as uid, credits from users`,
  );
  const balanceOf = new Map(balances.rows.map(({ uid, credits }) => [uid, credits]));
  return {
    paid: paid.length,
    notGrantedOnce: paid.filter(
      ({ client_reference_id }) => times.get(`purchase ${client_reference_id}`) !== 1,
    ).length,
    sent: sent.length,
    notChargedOnce:
      sent.filter((id) => times.get(`letter ${id}`) !== 1).length + Math.abs(charged - sent.length),
    wrongBalances: stories.filter(
      ({ uid, credits, letters }) => balanceOf.get(uid) !== credits - letters.length,
    ).length,
    wrong: await verifyLedger(db),
  };
}
