import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type CheckoutState, checkoutState } from '../../../shared/payments.ts';
import { joinSentences } from '../../../shared/words.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { ApiFailure, read } from '../../lib/api.ts';
import { inDollars } from '../../lib/in-dollars.ts';
import { language, n, t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useRefreshUser, useUser } from '../identity/use-user.ts';
import { CreditsHeld } from './credits-graphic.tsx';
import { saveHeld } from './held-coupon.ts';
import styles from './payment-outcome.module.css';

export function PaymentSucceeded({ waiting: waitingLetter }: { waiting: ReactNode }) {
  const [params] = useSearchParams();
  const sessionId = params.get('session_id');
  const { uid } = usePerson();
  const { credits } = useUser();
  const { checkout, unreachable, answered, waiting, askAgain, asking } = useCheckoutState(sessionId);

  useEffect(() => console.info('Checkout session', sessionId), [sessionId]);
  const paid = checkout?.status === 'paid';
  useEffect(() => {
    if (paid) saveHeld(sessionStorage, uid, null);
  }, [paid, uid]);

  const { title, text, settled } = unreachable && !paid ? unreachedOutcome() : outcomeOf(checkout, waiting);
  return (
    <Page title={answered ? title : t('Payment')}>
      <section className={styles.outcome}>
        <div role="status" className={styles.text}>
          {answered ? (
            <>
              <h1>{title}</h1>
              <p className="letter">{text}</p>
            </>
          ) : (
            <Loading inline label={t('Asking the payment service...')} />
          )}
        </div>
        {waiting ? <Loading inline label={t('Waiting for the payment service...')} /> : null}
        {credits !== null ? <CreditsHeld credits={credits} /> : null}
        {waitingLetter}
        <p className="actions">
          {checkout?.url ? (
            <ButtonLink to={checkout.url} reloadDocument>
              {/* Translators: back to the page on which one pays */}
              {t('Go on paying')}
            </ButtonLink>
          ) : null}
          {settled || waiting || !answered ? null : (
            <Button variant="secondary" busy={asking} onClick={askAgain}>
              {t('Look again')}
            </Button>
          )}
          <ButtonLink to="/">{t('Create a Letter')}</ButtonLink>
          <ButtonLink variant="secondary" to="/my-letters">
            {t('My Letters')}
          </ButtonLink>
          <ButtonLink variant="quiet" to="/payment">
            {t('Buy More Credits')}
          </ButtonLink>
          {paid ? (
            <ButtonLink variant="quiet" to="/credits#give-stamps">
              {t('Give stamps')}
            </ButtonLink>
          ) : null}
          {checkout?.receiptId ? (
            <ButtonLink variant="quiet" to={`/receipts/${checkout.receiptId}`}>
              {t('Receipt')}
            </ButtonLink>
          ) : null}
        </p>
      </section>
    </Page>
  );
}

const unreachedOutcome = () => ({
  title: t('We could not ask about your payment'),
  text: t('The connection failed, not your payment: if it was made, your credits come by themselves.'),
  settled: false,
});

/** Only a known checkout of the person's own is confirmed: anybody can type this page's address. */
function outcomeOf(checkout: CheckoutState | null, waiting: boolean) {
  switch (checkout?.status) {
    case 'paid': {
      const { credits, amount, test } = checkout;
      const bought =
        amount > 0
          ? n(credits, '1 credit for {price} is yours now.', '{n} credits for {price} are yours now.', {
              price: inDollars(amount),
            })
          : n(credits, '1 credit is yours now.', '{n} credits are yours now.');
      const sentences = [t('Thank you.'), bought, test && t('This was a test: no money moved.')];
      return { title: t('Payment Successful'), text: joinSentences(sentences, language()), settled: true };
    }
    case 'failed':
    case 'expired':
      return {
        title: t('The payment did not come'),
        text: t('Nothing was charged, and no credits were added. You can try again whenever you like.'),
        settled: true,
      };
    case 'open':
      return {
        title: t('Not paid yet'),
        text: t('The payment page was left before it was done. Nothing was charged.'),
        settled: false,
      };
    case 'processing':
      return {
        title: t('Payment on its way'),
        text: waiting
          ? n(
              checkout.credits,
              'Thank you. 1 credit is yours as soon as the payment service confirms it. This page looks by itself.',
              'Thank you. {n} credits are yours as soon as the payment service confirms them. This page looks by itself.',
            )
          : t(
              'Thank you. The payment service takes longer than usual. You need not wait here: the credits come by themselves.',
            ),
        settled: false,
      };
    default:
      return {
        title: t('No payment to show'),
        text: t(
          'We know of no payment of yours under this address. What you have paid for is in your credits, with its receipt.',
        ),
        settled: true,
      };
  }
}

export function PaymentCancelled() {
  return (
    <Page title={t('Payment Cancelled')}>
      <section className={styles.outcome}>
        <h1>{t('Payment Cancelled')}</h1>
        <p className="letter">
          {t('No charge was made. Your letters and your credits are just as you left them.')}
        </p>
        <p className="actions">
          <ButtonLink to="/payment">{t('Try Again')}</ButtonLink>
          <ButtonLink variant="secondary" to="/">
            {t('Back to the letter desk')}
          </ButtonLink>
        </p>
      </section>
    </Page>
  );
}

/** The state of a payment is also read while it is processed, at this interval for this time, ms: events may be blocked. */
const POLL_INTERVAL_MS = 15_000;
const POLL_DURATION_MS = 90_000;

function useCheckoutState(sessionId: string | null) {
  const refreshUser = useRefreshUser();
  const [late, setLate] = useState(false);
  const state = useQuery({
    queryKey: ['checkout', sessionId],
    queryFn: () => read(`/api/checkout/${encodeURIComponent(sessionId ?? '')}`, checkoutState),
    enabled: sessionId !== null,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'processing' && !late ? POLL_INTERVAL_MS : false,
  });
  const status = state.data?.status;
  const waiting = status === 'processing' && !late;
  const answered = sessionId === null || !state.isPending;

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), POLL_DURATION_MS);
    return () => clearTimeout(timer);
  }, [waiting]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status may have changed the balance
  useEffect(() => {
    if (answered) void refreshUser();
  }, [answered, status, refreshUser]);

  return {
    checkout: state.data ?? null,
    /** its state could not be read, which says nothing about the payment */
    unreachable: state.isError && !(state.error instanceof ApiFailure && state.error.status === 404),
    answered,
    waiting,
    askAgain: () => {
      setLate(false);
      return state.refetch();
    },
    asking: state.isFetching,
  };
}
