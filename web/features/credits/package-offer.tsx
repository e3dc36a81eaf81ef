import { useId } from 'react';
import { dollars } from '../../../shared/credits.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { classNames } from '../../lib/class-names.ts';
import { CreditsGraphic } from './credits-graphic.tsx';
import styles from './package-offer.module.css';
import { creditsLabel, type Offer } from './pricing.ts';

interface PackageOfferProps {
  offer: Offer;
  processing: boolean;
  /** another one is being bought */
  waits: boolean;
  /** false where no payment service is set up */
  mayBuy: boolean;
  /** why the last attempt to buy it did not begin */
  failure: string | null;
  onBuy: () => void;
}

/** One package: its credits drawn as stamps, with count, saving and Best Value above. */
export function PackageOffer({ offer, processing, waits, mayBuy, failure, onBuy }: PackageOfferProps) {
  const whyNot = useId();
  const { credits, name, price, finalPrice, perLetter, bestValue } = offer;
  const reduced = finalPrice < price;
  return (
    <li className={classNames(styles.offer, bestValue && styles.best)}>
      <div className={styles.stamps}>
        <p className={styles.remarks}>
          <span>{creditsLabel(credits)}</span>
          <span>{remark(offer)}</span>
        </p>
        <CreditsGraphic credits={credits} />
      </div>
      <div className={styles.priceAndCredits}>
        <h2 className="vh">{name}</h2>
        <p className={styles.amount}>
          {reduced ? (
            <>
              <span className="vh">Instead of </span>
              <s>{dollars(price)}</s>{' '}
            </>
          ) : null}
          {dollars(finalPrice)}
        </p>
        <p className="sm dim">
          {creditsLabel(credits)}, {perLetter} per letter
        </p>
      </div>
      <Button
        variant={bestValue ? 'primary' : 'secondary'}
        className={styles.buy}
        busy={processing}
        disabled={waits || !mayBuy}
        aria-describedby={mayBuy ? undefined : whyNot}
        onClick={onBuy}
        aria-label={processing ? undefined : `Buy ${creditsLabel(credits)} for ${dollars(finalPrice)}`}
      >
        {processing ? 'Processing...' : 'Buy'}
      </Button>
      {mayBuy ? null : (
        <p className={styles.whyNot} id={whyNot}>
          Buying isn’t set up here. <a href="#coupon">Use a coupon</a>
        </p>
      )}
      <Failure error={failure} what="Nothing was paid." />
    </li>
  );
}

function remark({ bestValue, saving }: Offer): string {
  if (bestValue) return saving > 0 ? `Best Value, save ${saving}%` : 'Best Value';
  return saving > 0 ? `Save ${saving}%` : '';
}
