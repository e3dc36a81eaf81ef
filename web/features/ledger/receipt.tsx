import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { type Receipt as ReceiptFacts, receipt } from '../../../shared/payments.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Fact, Facts, SummaryCard, SummaryCardFooter } from '../../components/summary-card.tsx';
import { ApiFailure, read } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { inDollars } from '../../lib/in-dollars.ts';
import { n, p, t } from '../../lib/words.tsx';
import { creditsText } from '../credits/credits-text.ts';
import styles from './receipt.module.css';

export function Receipt() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: ['receipt', id],
    queryFn: () => read(`/api/receipts/${encodeURIComponent(id)}`, receipt),
    gcTime: 0,
  });
  const { data, error, isPending } = query;
  const unknown = error instanceof ApiFailure && (error.status === 404 || error.status === 400);
  if (isPending)
    return (
      <Page title={t('Receipt')}>
        <Loading label={t('Looking for the receipt...')} />
      </Page>
    );
  return (
    <Page title={t('Receipt')}>
      {data ? <ReceiptSlip receipt={data} /> : <h1>{t('Receipt')}</h1>}
      {unknown ? (
        <Notice tone="error" className={styles.failed} title={t('This receipt could not be found')}>
          <p>{t('It may belong to another account.')}</p>
        </Notice>
      ) : (
        <ReadFailure
          query={query}
          className={styles.failed}
          title={t('This receipt could not be read')}
          again={t('Try again')}
        />
      )}
      <p className="screen-only actions mt5">
        {data ? (
          <Button onClick={() => window.print()}>
            <Icon name="print" />
            {t('Print')}
          </Button>
        ) : null}
        <ButtonLink variant="secondary" to="/credits">
          {t('Your credits')}
        </ButtonLink>
      </p>
    </Page>
  );
}

function ReceiptSlip({ receipt }: { receipt: ReceiptFacts }) {
  const { buyer, discount, refunded, creditsTakenBack } = receipt;
  const currency = receipt.currency.toUpperCase();
  return (
    <SummaryCard className={styles.receipt} aria-labelledby="receipt">
      <h1 id="receipt">{t('Receipt')}</h1>
      {receipt.test ? <p className={styles.test}>{t('Test, no money moved')}</p> : null}
      <Facts>
        <Fact name={t('Number')}>{receipt.number}</Fact>
        <Fact name={t('Date')}>{formatDateTime(receipt.paidAt)}</Fact>
        <Fact name={p('receipt', 'From')}>{receipt.seller}</Fact>
        <Fact name={p('receipt', 'To')}>
          {buyer.name ? (
            <>
              <bdi>{buyer.name}</bdi>,{' '}
            </>
          ) : null}
          <bdi>{buyer.email}</bdi>
        </Fact>
        {receipt.paymentId ? <Fact name={t('Payment')}>{receipt.paymentId}</Fact> : null}
      </Facts>
      <SummaryCardFooter>
        <Facts className={styles.sums}>
          <Fact name={goods(receipt)}>{inDollars(receipt.listPrice)}</Fact>
          {discount ? (
            <Fact name={t('Coupon {code}', { code: discount.code })}>
              <Taken cents={discount.amount} />
            </Fact>
          ) : null}
          <Fact name={t('Paid, {currency}', { currency })} className={styles.total}>
            {inDollars(receipt.amount)}
          </Fact>
          {refunded > 0 ? (
            <Fact
              name={
                creditsTakenBack > 0
                  ? n(creditsTakenBack, 'Returned (1 credit taken back)', 'Returned ({n} credits taken back)')
                  : t('Returned')
              }
            >
              <Taken cents={refunded} />
            </Fact>
          ) : null}
        </Facts>
      </SummaryCardFooter>
    </SummaryCard>
  );
}

/** A deducted amount, with its minus sign on the left in right-to-left languages too. */
const Taken = ({ cents }: { cents: number }) => <bdi dir="ltr">−{inDollars(cents)}</bdi>;

/** The package's name, unless it only repeats the number of credits, in English as the catalogue of packages has it. */
function goods({ packageName, credits }: ReceiptFacts): string {
  const count = creditsText(credits);
  return /^(\d+) credits?$/.exec(packageName)?.[1] === String(credits) ? count : `${packageName} (${count})`;
}
