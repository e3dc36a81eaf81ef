import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { CouponBox } from './coupon-box.tsx';
import { useCreditPackages } from './credit-packages.ts';
import { HowCreditsWork } from './how-credits-work.tsx';
import { PackageOffer } from './package-offer.tsx';
import styles from './payment-counter.module.css';
import { offersOf } from './pricing.ts';
import { useCheckout } from './use-checkout.ts';
import { useCoupon } from './use-coupon.ts';

/** The counter where stamps are bought: packages, coupon, and how credits work (spec section 2, /payment). */
export function PaymentCounter() {
  const packages = useCreditPackages();
  const coupon = useCoupon();
  const { buy, processing } = useCheckout();
  return (
    <>
      <div className={styles.lead}>
        <h1>Buy Credits</h1>
        <p className="dim">Each letter costs 1 credit. Credits never expire.</p>
      </div>
      {packages.isPending ? <Loading inline /> : null}
      {packages.isError || packages.data === null ? (
        <Notice
          tone="bad"
          className={styles.failed}
          title="Failed to load payment information"
          actions={
            <Button variant="line" size="sm" busy={packages.isFetching} onClick={() => packages.refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      {packages.data ? (
        <ul className={styles.packages}>
          {offersOf(packages.data, coupon.held).map((offer) => (
            <PackageOffer
              key={offer.id}
              offer={offer}
              processing={processing === offer.id}
              disabled={processing !== null && processing !== offer.id}
              onBuy={() => buy(offer.id, coupon.held?.code ?? null)}
            />
          ))}
        </ul>
      ) : null}
      <div className={styles.lower}>
        <CouponBox {...coupon} />
        <HowCreditsWork />
      </div>
    </>
  );
}
