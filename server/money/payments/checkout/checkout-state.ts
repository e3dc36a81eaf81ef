import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { CheckoutState } from '../../../../shared/payments.ts';
import { said } from '../../../../shared/words.ts';
import { notFound } from '../../../core/errors.ts';
import type { Person } from '../../../people/identity/sessions/person.ts';
import { requireUser } from '../../../people/users/data.ts';
import { type CheckoutRow, findOwnCheckout, isFromProvider, UNFINISHED } from '../data.ts';
import { type MoneyServices, ProviderDown } from '../provider.ts';
import { checkouts } from '../schema.ts';
import { type RefreshNeeds, refreshSession } from './refresh.ts';

/** However often the page polls us. */
const REFRESH_INTERVAL_SECONDS = 2;

/** @throws 404 for a checkout that is not theirs */
export async function checkoutStateOf(
  services: RefreshNeeds & Pick<MoneyServices, 'log'>,
  person: Person,
  sessionId: string,
): Promise<CheckoutState> {
  const { db, log } = services;
  const user = await requireUser(db, person);
  const found = await findOwnCheckout(db, user.id, sessionId);
  if (!found) throw notFound(said('That checkout could not be found.'));
  if (await claimRefresh(services, found)) {
    try {
      await refreshSession(services, sessionId);
    } catch (error) {
      if (!(error instanceof ProviderDown)) throw error;
      log.warn(
        { err: error, checkoutId: found.id },
        'checkout not refreshed: the payment provider does not answer',
      );
    }
  }
  const checkout = await findOwnCheckout(db, user.id, sessionId);
  const { credits: balance } = await requireUser(db, person);
  if (!checkout) throw notFound(said('That checkout could not be found.'));
  return present(checkout, sessionId, balance);
}

/** Of several concurrent requests one gets true. */
async function claimRefresh({ db, payments }: Pick<MoneyServices, 'db' | 'payments'>, checkout: CheckoutRow) {
  if (!UNFINISHED.includes(checkout.status) || !isFromProvider(checkout, payments)) return false;
  const turn = await db
    .update(checkouts)
    .set({ checkedAt: sql`now()` })
    .where(
      and(
        eq(checkouts.id, checkout.id),
        or(
          isNull(checkouts.checkedAt),
          lt(checkouts.checkedAt, sql`now() - make_interval(secs => ${REFRESH_INTERVAL_SECONDS})`),
        ),
      ),
    )
    .returning({ id: checkouts.id });
  return turn.length > 0;
}

function present(checkout: CheckoutRow, sessionId: string, balance: number): CheckoutState {
  const status = checkout.status === 'expiring' ? 'open' : checkout.status;
  return {
    sessionId,
    status,
    packageName: checkout.packageName,
    credits: checkout.credits,
    amount: checkout.amount,
    balance,
    url: checkout.status === 'open' ? checkout.url : null,
    receiptId: status === 'paid' ? checkout.id : null,
    test: !checkout.livemode && checkout.amount > 0,
  };
}
