import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/durations.ts';
import { refreshPayment } from './checkout/refresh.ts';
import { settleCheckout } from './checkout/settle-checkout.ts';
import { findCheckout, isFromProvider } from './data.ts';
import { recordFinding } from './findings.ts';
import type { MoneyServices, ProviderSession } from './provider.ts';
import { checkouts, paymentFindings } from './schema.ts';

/** Longer than the provider resends an event. */
const LOOK_BACK_DAYS = 4;

/** Purchases that were granted here and are not paid at the provider are only reported. @throws {ProviderDown} */
export async function reconcile(needs: MoneyServices) {
  const { db, payments, log } = needs;
  const since = new Date(Date.now() - LOOK_BACK_DAYS * DAY_MS);
  const known = await db.$count(paymentFindings);
  let compared = 0;
  const paidThere = new Set<string>();
  for await (const session of payments.listSessions(since)) {
    await compareSession(needs, session);
    if (session.state === 'paid') paidThere.add(session.sessionId);
    compared++;
  }
  for await (const paymentId of payments.listRefundedPayments(since)) {
    await refreshPayment(needs, paymentId);
    compared++;
  }
  compared += await comparePaid(needs, since, paidThere);
  const findings = (await db.$count(paymentFindings)) - known;
  log[findings > 0 ? 'error' : 'info']({ compared, findings }, 'compared with the payment provider');
  return { compared, findings };
}

async function compareSession(needs: MoneyServices, session: ProviderSession): Promise<void> {
  const { db } = needs;
  const { checkoutId } = session;
  if (!checkoutId) return;
  const before = await findCheckout(db, eq(checkouts.id, checkoutId));
  await settleCheckout(needs, session);
  // Until the checkout expires, the webhook may still arrive.
  if (session.state !== 'paid' || !before || before.status === 'paid' || before.expiresAt > new Date())
    return;
  const after = await findCheckout(db, eq(checkouts.id, checkoutId));
  if (after?.status !== 'paid') return;
  await recordFinding(db, {
    kind: 'repaired',
    reference: checkoutId,
    detail: `It was paid at the provider and ${before.status} here. Its credits were given now; does the webhook arrive?`,
  });
}

async function comparePaid({ db, payments }: MoneyServices, since: Date, paidThere: Set<string>) {
  const paid = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.status, 'paid'), gte(checkouts.paidAt, since), isNotNull(checkouts.paymentId)));
  const own = paid.filter((checkout) => isFromProvider(checkout, payments));
  for (const { id, sessionId } of own) {
    if (sessionId && paidThere.has(sessionId)) continue;
    const session = sessionId ? await payments.fetchSession(sessionId) : null;
    if (session?.state === 'paid') continue;
    await recordFinding(db, {
      kind: 'not-paid',
      reference: id,
      detail: `Paid here, but the provider says '${session?.state ?? 'no such session'}' of ${sessionId}.`,
    });
  }
  return own.length;
}
