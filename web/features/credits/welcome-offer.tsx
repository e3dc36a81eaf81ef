import { useQuery, useQueryClient } from '@tanstack/react-query';
import { welcomeCouponResponse } from '../../../shared/credits.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { read } from '../../lib/api.ts';
import { useUser } from '../identity/use-user.ts';
import { creditsLabel } from './pricing.ts';
import { useCoupon } from './use-coupon.ts';
import styles from './welcome-offer.module.css';

const WELCOME_KEY = ['/api/welcome-coupon'];

/** The welcome coupon while it is active and this person has not used it, and the way to take it with one tap. */
export function useWelcome() {
  const { user } = useUser();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: WELCOME_KEY,
    queryFn: () => read('/api/welcome-coupon', welcomeCouponResponse),
    enabled: user !== null,
  });
  const { apply, busy, problem } = useCoupon();
  const coupon = data?.coupon ?? null;
  async function take(code: string) {
    await apply(code);
    await queryClient.invalidateQueries({ queryKey: WELCOME_KEY });
  }
  return { coupon, busy, problem, take: () => coupon && void take(coupon.code) };
}

/** On the first screen of whoever is new. */
export function WelcomeOffer() {
  const { coupon, busy, take, problem } = useWelcome();
  return (
    <div role="status">
      {coupon ? (
        <div className={styles.offer}>
          <b>{firstFree(coupon.freeCredits)}</b>
          <Button variant="secondary" size="sm" busy={busy} onClick={take}>
            Take {creditsLabel(coupon.freeCredits)}
          </Button>
          <Failure error={problem} what="They did not come." />
        </div>
      ) : null}
    </div>
  );
}

/** 'Your first 5 letters are free' */
export function firstFree(letters: number): string {
  return letters === 1 ? 'Your first letter is free' : `Your first ${letters} letters are free`;
}
