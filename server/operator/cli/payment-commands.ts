import { desc, eq, gt } from 'drizzle-orm';
import { dollars } from '../../../shared/credits.ts';
import { openFindings, resolveFinding } from '../../money/payments/findings.ts';
import { reconcile } from '../../money/payments/reconcile.ts';
import { refundCheckout } from '../../money/payments/record-refunds.ts';
import { checkouts } from '../../money/payments/schema.ts';
import type { AllServices } from '../../pages/account/erasure-list.ts';
import { users } from '../../people/users/schema.ts';
import { type Command, centsOf, findUser, OperatorError, printRows, wholeNumber } from '../command.ts';

async function purchases({ db }: AllServices, [who]: string[]): Promise<void> {
  const rows = await db
    .select({ checkout: checkouts, email: users.email })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.userId))
    .where(who ? eq(users.id, (await findUser(db, who)).id) : undefined)
    .orderBy(desc(checkouts.createdAt))
    .limit(200);
  printRows(
    rows.map(({ checkout, email }) => [
      checkout.createdAt.toISOString(),
      checkout.id,
      email,
      checkout.packageName,
      dollars(checkout.amount),
      checkout.status,
      checkout.provider + (checkout.provider === 'stripe' && !checkout.livemode ? ' (test)' : ''),
      checkout.withdrawn > 0 ? `${dollars(checkout.withdrawn)} went back` : '',
    ]),
  );
}

async function refund(services: AllServices, [id = '', amount]: string[]): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(id))
    throw new OperatorError('refund wants the id of a purchase, as `purchases` lists it.');
  const after = await refundCheckout(services, id, amount ? centsOf(amount) : null);
  console.log(
    `${dollars(after.withdrawn)} of ${dollars(after.amount)} went back; ${after.takenBack} of ${after.credits} credits were taken back.`,
  );
  if (after.shortfall > 0) console.log(`${after.shortfall} credits were spent already and can't be taken.`);
}

async function shortfalls({ db }: AllServices): Promise<void> {
  const short = await db
    .select({ checkout: checkouts, email: users.email })
    .from(checkouts)
    .innerJoin(users, eq(users.id, checkouts.userId))
    .where(gt(checkouts.shortfall, 0));
  for (const { checkout, email } of short)
    console.log(
      `${email}: ${checkout.shortfall} credits of purchase ${checkout.id} were spent before its money went back`,
    );
  const findings = await openFindings(db);
  for (const row of findings)
    console.log(`${row.id}\t${row.createdAt.toISOString()}\t${row.kind}\t${row.reference}\t${row.detail}`);
  if (short.length + findings.length === 0) console.log('Nothing is short, and nothing waits for you.');
}

async function resolve({ db }: AllServices, [id, ...words]: string[]): Promise<void> {
  const resolution = words.join(' ').trim();
  if (!resolution) throw new OperatorError('resolve wants a word on how it was settled.');
  const finding = wholeNumber(id, 'resolve', Number.MAX_SAFE_INTEGER);
  if (!(await resolveFinding(db, finding, resolution))) throw new OperatorError(`There is no finding ${id}.`);
}

export const paymentCommands: Record<string, Command> = {
  purchases: { args: '[person]', what: 'the last 200 checkouts and what came of them', run: purchases },
  refund: {
    args: '<purchase> [dollars in all]',
    what: 'give money back through the provider until so much went back, or all, and take the credits',
    run: refund,
    subject: (_, [id = '']) => `purchase ${id.slice(0, 36)}`,
  },
  shortfalls: {
    what: "credits that could not be taken back, and all that doesn't add up",
    run: shortfalls,
  },
  resolve: {
    args: '<finding> <how>',
    what: 'mark a finding as settled',
    run: resolve,
    subject: (_, [id = '']) => `finding ${id.slice(0, 20)}`,
  },
  reconcile: {
    what: 'compare with the payment provider now',
    subject: () => 'payments',
    run: async (services) => {
      const { compared, findings } = await reconcile(services);
      console.log(
        `${compared} compared, ${findings} new findings${findings > 0 ? ': see `shortfalls`' : ''}.`,
      );
    },
  },
};
