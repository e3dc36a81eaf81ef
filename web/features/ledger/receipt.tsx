import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dollars } from '../../../shared/credits.ts';
import { type Receipt as ReceiptFacts, receipt } from '../../../shared/payments.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { SummaryCard, SummaryCardFooter } from '../../components/summary-card.tsx';
import { ApiFailure, read } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { creditsLabel } from '../credits/pricing.ts';
import styles from './receipt.module.css';

/** The receipt of one purchase, made to be printed. */
export function Receipt({ id }: { id: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['receipt', id],
    queryFn: () => read(`/api/receipts/${encodeURIComponent(id)}`, receipt),
    gcTime: 0,
  });
  if (isPending) return <Loading label="Looking for the receipt..." />;
  const unknown = error instanceof ApiFailure && (error.status === 404 || error.status === 400);
  return (
    <>
      {data ? <ReceiptSlip receipt={data} /> : <h1>Receipt</h1>}
      {error ? (
        <Notice
          tone="error"
          className={styles.failed}
          title={unknown ? 'This receipt could not be found' : 'This receipt could not be read'}
          actions={
            unknown ? null : (
              <Button variant="secondary" size="sm" busy={isFetching} onClick={() => refetch()}>
                Try again
              </Button>
            )
          }
        >
          {unknown ? <p>It may belong to another account.</p> : null}
        </Notice>
      ) : null}
      <p className={styles.actions}>
        {data ? (
          <Button onClick={() => window.print()}>
            <Icon name="print" />
            Print
          </Button>
        ) : null}
        <ButtonLink variant="secondary" to="/credits">
          Your credits
        </ButtonLink>
      </p>
    </>
  );
}

function ReceiptSlip({ receipt }: { receipt: ReceiptFacts }) {
  const { buyer, discount, refunded, creditsTakenBack } = receipt;
  const currency = receipt.currency.toUpperCase();
  return (
    <SummaryCard className={styles.receipt} aria-labelledby="receipt">
      <h1 id="receipt">Receipt</h1>
      {receipt.test ? <p className={styles.test}>Test, no money moved</p> : null}
      <dl>
        <Row name="Number">{receipt.number}</Row>
        <Row name="Date">{formatDateTime(receipt.paidAt)}</Row>
        <Row name="From">{receipt.seller}</Row>
        <Row name="To">
          {buyer.name ? <>{buyer.name}, </> : null}
          {buyer.email}
        </Row>
        {receipt.paymentId ? <Row name="Payment">{receipt.paymentId}</Row> : null}
      </dl>
      <SummaryCardFooter>
        <dl className={styles.sums}>
          <Row name={goods(receipt)}>{dollars(receipt.listPrice)}</Row>
          {discount ? <Row name={`Coupon ${discount.code}`}>−{dollars(discount.amount)}</Row> : null}
          <Row name={`Paid, ${currency}`} total>
            {dollars(receipt.amount)}
          </Row>
          {refunded > 0 ? (
            <Row
              name={`Returned${creditsTakenBack > 0 ? ` (${creditsLabel(creditsTakenBack)} taken back)` : ''}`}
            >
              −{dollars(refunded)}
            </Row>
          ) : null}
        </dl>
      </SummaryCardFooter>
    </SummaryCard>
  );
}

function Row({ name, total = false, children }: { name: string; total?: boolean; children: ReactNode }) {
  return (
    <div className={total ? styles.total : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The package's name, unless it only repeats the number of credits. */
function goods({ packageName, credits }: ReceiptFacts): string {
  const count = creditsLabel(credits);
  return packageName === count ? count : `${packageName} (${count})`;
}
