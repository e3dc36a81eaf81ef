import { eq } from 'drizzle-orm';
import { badInput, notFound } from '../../core/errors.ts';
import { type RefreshNeeds, refreshPayment } from './checkout/refresh.ts';
import { type CheckoutRow, findCheckout, isFromProvider } from './data.ts';
import { checkouts } from './schema.ts';

/**
 * @param cents null for the whole rest
 * @throws 400 when it cannot be refunded, or not that much; 404 for an unknown checkout; {ProviderDown}
 */
export async function refundCheckout(
  needs: RefreshNeeds,
  checkoutId: string,
  cents: number | null,
): Promise<CheckoutRow> {
  const { db, payments } = needs;
  const find = async () => {
    const found = await findCheckout(db, eq(checkouts.id, checkoutId));
    if (!found) throw notFound({ text: 'That checkout could not be found.' });
    return found;
  };
  const { paymentId } = await find();
  if (!paymentId) throw badInput({ text: 'Nothing was paid for that checkout.' });
  // Refunds made in the provider's dashboard count too.
  await refreshPayment(needs, paymentId);
  const checkout = await find();
  if (checkout.status !== 'paid' || !isFromProvider(checkout, payments))
    throw badInput({
      text: `That checkout is ${checkout.status}, by ${checkout.provider}: it can't be refunded here.`,
    });
  const left = checkout.amount - checkout.withdrawn;
  const amount = cents ?? left;
  if (amount <= 0 || amount > left) throw badInput({ text: `At most ${left} cents can be given back.` });
  await payments.refund(paymentId, amount, checkout.withdrawn);
  await refreshPayment(needs, paymentId);
  return find();
}
