import { useRef, useState } from 'react';
import { checkoutResponse } from '../../../shared/payments.ts';
import { useToast } from '../../components/toast.tsx';
import { ApiFailure, messageForPerson, write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { usePageAgain } from '../../lib/page-again.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';
import { StripeNotLoaded } from './stripe-script.ts';

/** @param ready awaited first: the payment provider's script */
export function useCheckout(ready?: () => Promise<void>) {
  const { status } = usePerson();
  const { user, readAgain } = useUser();
  const toast = useToast();
  const [processing, setProcessing] = useState<string | null>(null);
  const [failure, setFailure] = useWordedState<{ packageId: string; sentence: string } | null>(null);
  // The key is kept until a response arrives: a second press after a lost response opens no second checkout.
  const intent = useRef<{ of: string; key: string } | null>(null);
  usePageAgain(() => setProcessing(null));
  const shown = useIsShown();

  const buy = async (packageId: string, couponCode: string | null) => {
    const failed = (description: string) => {
      toast({ tone: 'error', title: t('Payment Error'), description });
      setFailure({ packageId, sentence: description });
      setProcessing(null);
    };
    const of = `${packageId} ${couponCode ?? ''}`;
    if (intent.current?.of !== of) intent.current = { of, key: newIdempotencyKey() };
    setProcessing(packageId);
    setFailure(null);
    try {
      await ready?.();
      // The user record may still be loading.
      const buyer = user ?? (status === 'signed-in' ? await readAgain().catch(noRecord) : null);
      if (!buyer) return failed(t('Please sign in to purchase credits'));
      const { url } = await write(
        'POST',
        '/api/create-checkout-session',
        { packageId, userId: buyer.id, ...(couponCode ? { couponCode } : {}) },
        checkoutResponse,
        { idempotencyKey: intent.current.key },
      );
      intent.current = null;
      // Not for somebody who closed the dialog or went to another page meanwhile.
      if (shown.current) location.assign(paymentPage(url));
    } catch (error) {
      if (error instanceof ApiFailure) intent.current = null;
      console.error('The checkout did not start', error);
      failed(
        error instanceof StripeNotLoaded
          ? t('Stripe failed to load')
          : messageForPerson(error, t('Failed to start payment process')),
      );
    }
  };

  return { buy, processing, failure };
}

/** A refusal by the server counts as no record. @throws any other error, as of a lost connection */
function noRecord(error: unknown): null {
  if (!(error instanceof ApiFailure)) throw error;
  console.error('The user record could not be read', error);
  return null;
}

/** Only http and https addresses, whatever the response contains. */
function paymentPage(url: string): string {
  const target = new URL(url, location.href);
  if (!['http:', 'https:'].includes(target.protocol))
    throw new Error(`Not a payment page: ${target.protocol}`);
  return target.href;
}
