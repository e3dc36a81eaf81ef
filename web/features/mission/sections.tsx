import { Link } from 'react-router';
import { LETTER_COST_CREDITS, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { TEMPLATES } from '../../../shared/templates.ts';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { inDollars } from '../../lib/in-dollars.ts';
import { productName } from '../../lib/product-name.ts';
import { n, t } from '../../lib/words.tsx';
import { useCreditPackages } from '../credits/credit-packages.ts';
import { CreditsGraphic } from '../credits/credits-graphic.tsx';
import { offersOf } from '../credits/pricing.ts';
import { firstFreeSentence, useWelcomeCoupon } from '../credits/welcome-coupon.ts';
import styles from './sections.module.css';

export function HowItWorks() {
  return (
    <section className={styles.section} id="how-it-works" aria-labelledby="how-it-works-title">
      <h2 id="how-it-works-title">{t('How it works')}</h2>
      <ol className={styles.steps}>
        <Step title={t('Photograph the pages')}>
          {t(
            'Upload photos of your letter, in the order they are to be read. Turn or crop them where the table shows.',
          )}
        </Step>
        <Step title={t('Address the envelope')}>
          {t(
            'A name and an e-mail address. Your recipient needs no account, and nothing is sent until you say so.',
          )}
        </Step>
        <Step title={t('Choose the paper')}>
          {t('Nine of them. Add a few words of your own, and see the e-mail exactly as it will arrive.')}
        </Step>
        <Step title={t('Post it')}>
          {t('One stamp, and it leaves. When they answer, the reply lies beside your letter in My Letters.')}
        </Step>
      </ol>
    </section>
  );
}

const Step = ({ title, children }: { title: string; children: string }) => (
  <li>
    <h3>{title}</h3>
    <p>{children}</p>
  </li>
);

/** A finished letter on each paper: what the mail shows first (scripts/paper-samples.ts). */
const LETTERS = import.meta.glob<string>('../../images/papers/*.avif', { eager: true, import: 'default' });
const letterOn = (paper: string, width: number) => LETTERS[`../../images/papers/${paper}-${width}.avif`];

export function Papers() {
  return (
    <section className={styles.section} id="templates" aria-labelledby="templates-title">
      <h2 id="templates-title">{t('Nine papers')}</h2>
      <ul className={styles.papers}>
        {TEMPLATES.map(({ id, label, note }) => (
          <li key={id}>
            <div className={styles.paper}>
              <img
                src={letterOn(id, 560)}
                srcSet={`${letterOn(id, 280)} 280w, ${letterOn(id, 560)} 560w`}
                sizes="(max-width: 420px) 44vw, 270px"
                width="560"
                height="746"
                loading="lazy"
                alt={t('A finished letter: {paper}', { paper: t(label) })}
              />
            </div>
            <b>{t(label)}</b>
            <span className="dim sm">{t(note)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Pricing() {
  const packages = useCreditPackages();
  const welcome = useWelcomeCoupon();
  return (
    <section className={styles.section} id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">{t('Pricing')}</h2>
      <div>
        <p className="letter">
          <Sentences>
            {welcome ? <b>{firstFreeSentence(welcome.freeCredits)}</b> : null}
            {n(
              LETTER_COST_CREDITS,
              'A letter costs 1 credit, with one photo in the envelope or with {photos}.',
              'A letter costs {n} credits, with one photo in the envelope or with {photos}.',
              { photos: PHOTOS_PER_LETTER },
            )}
            {t('{product} has no subscription, credits never expire, and replies are free.', {
              product: productName(),
            })}
          </Sentences>
        </p>
        <ReadFailure query={packages} className="mt5" title={t('Failed to load payment information')} />
        {packages.data ? (
          <ul className={styles.prices}>
            {offersOf(packages.data, null).map((offer) => (
              <li key={offer.id}>
                <CreditsGraphic credits={offer.credits} />
                <b>{inDollars(offer.price)}</b>
                <span className="dim sm">
                  {n(offer.credits, '1 credit, {price} per letter', '{n} credits, {price} per letter', {
                    price: offer.perLetter,
                  })}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="mt5">
          <Link to="/payment">{t('Buy Credits')}</Link>
        </p>
      </div>
    </section>
  );
}
