import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { classNames } from '../../lib/class-names.ts';
import { inDollars } from '../../lib/in-dollars.ts';
import { n, p, t } from '../../lib/words.tsx';
import { CreditsGraphic } from './credits-graphic.tsx';
import { creditsText } from './credits-text.ts';
import styles from './package-offer.module.css';
import type { Offer } from './pricing.ts';

interface PackageOfferProps {
  offer: Offer;
  processing: boolean;
  waits: boolean;
  /** false where no payment service is set up */
  mayBuy: boolean;
  failure: string | null;
  onBuy: () => void;
}

export function PackageOffer({ offer, processing, waits, mayBuy, failure, onBuy }: PackageOfferProps) {
  const whyNot = useId();
  const { credits, name, finalPrice, perLetter, bestValue } = offer;
  return (
    <li className={classNames(styles.offer, bestValue && styles.best)}>
      <div className={styles.stamps}>
        <p className={styles.remarks}>
          <span>{creditsText(credits)}</span>
          <span>{remark(offer)}</span>
        </p>
        <CreditsGraphic credits={credits} />
      </div>
      <div className={styles.priceAndCredits}>
        <h2 className="vh">{name}</h2>
        <p className={styles.amount}>
          <StruckPrice offer={offer} />
          {inDollars(finalPrice)}
        </p>
        <p className="sm dim">
          {n(credits, '1 credit, {price} per letter', '{n} credits, {price} per letter', {
            price: perLetter,
          })}
        </p>
      </div>
      <Button
        variant={bestValue ? 'primary' : 'secondary'}
        className={styles.buy}
        busy={processing}
        disabled={waits || !mayBuy}
        aria-describedby={mayBuy ? undefined : whyNot}
        onClick={onBuy}
        aria-label={
          processing
            ? undefined
            : n(credits, 'Buy 1 credit for {price}', 'Buy {n} credits for {price}', {
                price: inDollars(finalPrice),
              })
        }
      >
        {processing ? t('Processing...') : t('Buy')}
      </Button>
      {mayBuy ? null : (
        <p className="sm dim" id={whyNot}>
          <Sentences>
            {t('Buying isn’t set up here.')}
            <a href="#coupon">{t('Use a coupon')}</a>
          </Sentences>
        </p>
      )}
      <Failure error={failure} what={t('Nothing was paid.')} />
    </li>
  );
}

/** The price without the held coupon, struck through; nothing if the coupon does not lower it. */
export function StruckPrice({ offer: { price, finalPrice } }: { offer: Offer }) {
  if (finalPrice >= price) return null;
  return (
    <>
      <span className="vh">{p('read before a struck price', 'Instead of')} </span>
      <s>{inDollars(price)}</s>{' '}
    </>
  );
}

function remark({ bestValue, saving }: Offer): string {
  if (bestValue) return saving > 0 ? t('Best Value, save {percent}%', { percent: saving }) : t('Best Value');
  return saving > 0 ? t('Save {percent}%', { percent: saving }) : '';
}
