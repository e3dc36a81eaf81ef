import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { n, t } from '../../lib/words.tsx';
import { useCoupon } from './use-coupon.ts';
import { firstFree, useWelcomeCoupon } from './welcome-coupon.ts';
import styles from './welcome-offer.module.css';

export function useWelcome() {
  const coupon = useWelcomeCoupon();
  const { apply, busy, problem } = useCoupon();
  return { coupon, busy, problem, take: () => coupon && void apply(coupon.code) };
}

export function WelcomeOffer() {
  const { coupon, busy, take, problem } = useWelcome();
  return (
    <div role="status">
      {coupon ? (
        <div className={styles.offer}>
          <b>{firstFree(coupon.freeCredits)}</b>
          <Button variant="secondary" size="sm" busy={busy} onClick={take}>
            {n(coupon.freeCredits, 'Take 1 credit', 'Take {n} credits')}
          </Button>
          <Failure error={problem} what={t('They did not come.')} />
        </div>
      ) : null}
    </div>
  );
}
