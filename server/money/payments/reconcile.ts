import { and, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Executor } from '../../core/db/database.ts';
import { refreshPayment } from './checkout/refresh.ts';
import { settleCheckout } from './checkout/settle-checkout.ts';
import { findCheckout, isFromProvider } from './data.ts';
import { recordFinding } from './findings.ts';
import { type MoneyServices, ProviderDown, type ProviderSession } from './provider.ts';
import { checkouts, paymentFindings, reconciliations } from './schema.ts';

/** Longer than the provider resends an event. */
const LOOK_BACK_DAYS = 4;
const RECONCILIATION_LOCK = 730_522;

export async function reconcileDaily(needs: MoneyServices): Promise<void> {
  if (needs.payments.kind === 'none') return;
  const runId = await needs.db.transaction(async (tx) => {
    // One process after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(${RECONCILIATION_LOCK}::bigint)`);
    const { rows } = await tx.execute(sql`
      select 1 from reconciliations
      where finished_at > now() - interval '20 hours' or (finished_at is null and started_at > now() - interval '1 hour')`);
    return rows.length > 0 ? null : beginRun(tx);
  });
  if (runId === null) return;
  try {
    await compare(needs, runId);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    needs.log.warn({ err: error }, 'reconciliation postponed: the payment provider does not answer');
  }
}

/** What we granted and is not paid there is only reported. @throws {ProviderDown} */
export async function reconcile(needs: MoneyServices) {
  return compare(needs, await beginRun(needs.db));
}

async function beginRun(db: Executor): Promise<number> {
  const [run] = await db.insert(reconciliations).values({}).returning({ id: reconciliations.id });
  if (!run) throw new Error('The reconciliation was not written.');
  return run.id;
}

async function compare(needs: MoneyServices, runId: number) {
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
  await db
    .update(reconciliations)
    .set({ finishedAt: sql`now()`, compared, findings })
    .where(eq(reconciliations.id, runId));
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
