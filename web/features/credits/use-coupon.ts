import { useRef, useState } from 'react';
import { type Coupon, redeemCouponResponse, validateCouponResponse } from '../../../shared/credits.ts';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson, write } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { n, t } from '../../lib/words.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';
import { loadHeld, saveHeld } from './held-coupon.ts';

/** Spec section 4: free credits are redeemed at once, a discount is held for the next purchase. */
export function useCoupon() {
  const { uid } = usePerson();
  const { user } = useUser();
  const invalidate = useInvalidation();
  const toast = useToast();
  const [held, setHeld] = useState<Coupon | null>(() => (uid ? loadHeld(sessionStorage, uid) : null));
  const [busy, setBusy] = useState(false);
  const hideRefusal = useRef(() => {});
  /** null once another code is tried or typed */
  const [problem, setProblem] = useWordedState<string | null>(null);
  const refuse = (title: string, description: string) => {
    setProblem(description);
    hideRefusal.current = toast({ tone: 'error', title, description });
    return false;
  };

  const hold = (coupon: Coupon | null) => {
    saveHeld(sessionStorage, uid, coupon);
    setHeld(coupon);
  };

  const redeem = async (code: string) => {
    const { success, creditsGranted, message } = await write(
      'POST',
      '/api/redeem-coupon',
      { code, userId: user?.id },
      redeemCouponResponse,
      { idempotencyKey: newIdempotencyKey() },
    );
    if (!success) return refuse(t('Invalid Coupon'), message);
    toast({ title: n(creditsGranted, '1 credit added', '{n} credits added'), description: message });
    await invalidate('coupon');
    return true;
  };

  const apply = async (typed: string): Promise<boolean> => {
    const code = typed.trim().toUpperCase();
    if (!code) return refuse(t('Error'), t('Please enter a coupon code'));
    setBusy(true);
    setProblem(null);
    try {
      const { valid, coupon, message } = await write(
        'POST',
        '/api/validate-coupon',
        { code, userId: user?.id },
        validateCouponResponse,
      );
      if (!valid || !coupon) return refuse(t('Invalid Coupon'), message);
      if (coupon.freeCredits > 0) return await redeem(coupon.code);
      hold(coupon);
      // The held coupon is shown in the panel; a toast about an earlier code would contradict it.
      hideRefusal.current();
      return true;
    } catch (error) {
      console.error('Applying the coupon failed', error);
      return refuse(t('Failed to validate coupon'), messageForPerson(error, t('Please try again.')));
    } finally {
      setBusy(false);
    }
  };

  return { held, busy, problem, apply, forget: () => setProblem(null), remove: () => hold(null) };
}
