import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { dollars } from '../../../shared/credits.ts';
import type { CheckoutState } from '../../../shared/payments.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';
import { useCheckoutState } from './checkout-state.ts';
import { CreditsHeld } from './credits-graphic.tsx';
import { saveHeld } from './held-coupon.ts';
import styles from './payment-outcome.module.css';
import { creditsLabel } from './pricing.ts';

/**
 * The page after a payment: the new balance, or what is still awaited.
 * @param props.waiting the letter that waits for a credit
 */
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

  const { title, text, settled } = unreachable ? UNREACHABLE : outcomeOf(checkout, waiting);
  return (
    <Page title={answered ? title : 'Payment'}>
      <section className={styles.outcome}>
        <div role="status" className={styles.text}>
          {answered ? (
            <>
              <h1>{title}</h1>
              <p className="letter">{text}</p>
            </>
          ) : (
            <Loading inline label="Asking the payment service..." />
          )}
        </div>
        {waiting ? <Loading inline label="Waiting for the payment service..." /> : null}
        {credits !== null ? <CreditsHeld credits={credits} /> : null}
        {waitingLetter}
        <p className="actions">
          {checkout?.url ? (
            <ButtonLink to={checkout.url} reloadDocument>
              Go on paying
            </ButtonLink>
          ) : null}
          {settled || waiting || !answered ? null : (
            <Button variant="secondary" busy={asking} onClick={askAgain}>
              Look again
            </Button>
          )}
          <ButtonLink to="/">Create a Letter</ButtonLink>
          <ButtonLink variant="secondary" to="/my-letters">
            My Letters
          </ButtonLink>
          <ButtonLink variant="quiet" to="/payment">
            Buy More Credits
          </ButtonLink>
          {checkout?.receiptId ? (
            <ButtonLink variant="quiet" to={`/receipts/${checkout.receiptId}`}>
              Receipt
            </ButtonLink>
          ) : null}
        </p>
      </section>
    </Page>
  );
}

const PAID = 'Payment Successful';

interface Outcome {
  title: string;
  text: string;
  /** final */
  settled: boolean;
}

const UNREACHABLE: Outcome = {
  title: 'We could not ask about your payment',
  text: 'The connection failed, not your payment: if it was made, your credits come by themselves.',
  settled: false,
};

/** A payment is confirmed of a checkout that is known and the person's own; anybody can type this page's address. */
function outcomeOf(checkout: CheckoutState | null, waiting: boolean): Outcome {
  switch (checkout?.status) {
    case 'paid': {
      const paid = checkout.amount > 0 ? ` for ${dollars(checkout.amount)}` : '';
      const test = checkout.test ? ' This was a test: no money moved.' : '';
      return {
        title: PAID,
        text: `Thank you. ${creditsLabel(checkout.credits)}${paid} went into your drawer.${test}`,
        settled: true,
      };
    }
    case 'failed':
    case 'expired':
      return {
        title: 'The payment did not come',
        text: 'Nothing was charged, and no credits were added. You can try again whenever you like.',
        settled: true,
      };
    case 'open':
      return {
        title: 'Not paid yet',
        text: 'The payment page was left before it was done. Nothing was charged.',
        settled: false,
      };
    case 'processing':
      return {
        title: 'Payment on its way',
        text: waiting
          ? `Thank you. ${creditsLabel(checkout.credits)} go into your drawer as soon as the payment service confirms them. This page looks by itself.`
          : 'Thank you. The payment service takes longer than usual. You need not wait here: the credits come by themselves.',
        settled: false,
      };
    default:
      return {
        title: 'No payment to show',
        text: 'We know of no payment of yours under this address. What you have paid for is in your credits, with its receipt.',
        settled: true,
      };
  }
}

export function PaymentCancelled() {
  return (
    <section className={styles.outcome}>
      <h1>Payment Cancelled</h1>
      <p className="letter">No charge was made. Your letters and your credits are just as you left them.</p>
      <p className="actions">
        <ButtonLink to="/payment">Try Again</ButtonLink>
        <ButtonLink variant="secondary" to="/">
          Back to the letter desk
        </ButtonLink>
      </p>
    </section>
  );
}
