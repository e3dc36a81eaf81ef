import { Link } from 'react-router';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { useClientConfig } from '../../lib/client-config.tsx';
import { T, t } from '../../lib/words.tsx';
import styles from './checkout-panel.module.css';
import { CouponBox } from './coupon-box.tsx';
import { useCreditPackages } from './credit-packages.ts';
import { PackageOffer } from './package-offer.tsx';
import { offersOf } from './pricing.ts';
import { useProviderScript } from './stripe-script.ts';
import { useCheckout } from './use-checkout.ts';
import { useCoupon } from './use-coupon.ts';

export function CheckoutPanel() {
  const script = useProviderScript();
  return script ? <Checkout script={script} /> : <Loading />;
}

function Checkout({ script }: { script: () => Promise<void> }) {
  const packages = useCreditPackages();
  const coupon = useCoupon();
  const { buy, processing, failure } = useCheckout(script);
  const { payments } = useClientConfig();
  return (
    <>
      <div className="lead">
        <h1>{t('Buy Credits')}</h1>
        <p className="dim">
          <Sentences>
            {t('Each letter costs 1 credit. Credits never expire.')}
            <Link to="/credits">{t('Your credits')}</Link>
          </Sentences>
        </p>
      </div>
      {payments === 'sandbox' ? (
        <Notice tone="info" className="mb5" title={t('This is a test counter: no money moves.')}>
          <p>
            {t(
              'Buying leads to a test page in place of a payment service. Credits are given as if you had paid.',
            )}
          </p>
        </Notice>
      ) : null}
      {payments === 'none' ? (
        <Notice tone="warning" className="mb5" title={t('Buying isn’t set up here.')}>
          <p>{t('Coupons work all the same.')}</p>
        </Notice>
      ) : null}
      {packages.isPending ? <Loading /> : null}
      <ReadFailure
        query={packages}
        className={styles.failed}
        title={t('Failed to load payment information')}
        again={t('Try again')}
      />
      {packages.data ? (
        <ul className={styles.packages}>
          {offersOf(packages.data, coupon.held).map((offer) => (
            <PackageOffer
              key={offer.id}
              offer={offer}
              processing={processing === offer.id}
              waits={processing !== null && processing !== offer.id}
              // A price of 0 needs no payment provider.
              mayBuy={payments !== 'none' || offer.finalPrice === 0}
              failure={failure?.packageId === offer.id ? failure.sentence : null}
              onBuy={() => buy(offer.id, coupon.held?.code ?? null)}
            />
          ))}
        </ul>
      ) : null}
      {packages.data ? (
        <p className={styles.gift}>
          <T
            text="As a gift: buy here, then {give}."
            give={<Link to="/credits#give-stamps">{t('give stamps to somebody')}</Link>}
          />
        </p>
      ) : null}
      {packages.isPending ? null : (
        <div className={styles.lower}>
          <CouponBox {...coupon} />
          <HowCreditsWork />
        </div>
      )}
    </>
  );
}

function HowCreditsWork() {
  return (
    <section aria-labelledby="how-credits-work">
      <h2 id="how-credits-work" className="mb4">
        {t('How Letter Credits Work')}
      </h2>
      <ol className={styles.how}>
        <li>{t('One letter, one credit, however many photos are in the envelope.')}</li>
        <li>{t('The stamp is used when you press Send Letter, not before.')}</li>
        <li>{t('Credits never expire. Take your time.')}</li>
        <li>{t('Replies from your recipients are free.')}</li>
      </ol>
    </section>
  );
}
