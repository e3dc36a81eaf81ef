import { Link } from 'react-router';
import { dollars } from '../../../shared/credits.ts';
import { LETTER_COST_CREDITS, PHOTOS_PER_LETTER } from '../../../shared/limits.ts';
import { TEMPLATES } from '../../../shared/templates.ts';
import { productName } from '../../lib/product-name.ts';
import { useCreditPackages } from '../credits/credit-packages.ts';
import { CreditsGraphic } from '../credits/credits-graphic.tsx';
import { creditsLabel, offersOf } from '../credits/pricing.ts';
import { firstFree, useWelcomeCoupon } from '../credits/welcome-coupon.ts';
import styles from './sections.module.css';

export function HowItWorks() {
  return (
    <section className={styles.section} id="how-it-works" aria-labelledby="how-it-works-title">
      <h2 id="how-it-works-title">How it works</h2>
      <ol className={styles.steps}>
        <li>
          <h3>Photograph the pages</h3>
          <p>
            Upload photos of your letter, in the order they are to be read. Turn or crop them where the table
            shows.
          </p>
        </li>
        <li>
          <h3>Address the envelope</h3>
          <p>
            A name and an e-mail address. Your recipient needs no account, and nothing is sent until you say
            so.
          </p>
        </li>
        <li>
          <h3>Choose the paper</h3>
          <p>Nine of them. Add a few words of your own, and see the e-mail exactly as it will arrive.</p>
        </li>
        <li>
          <h3>Post it</h3>
          <p>One stamp, and it leaves. When they answer, the reply lies beside your letter in My Letters.</p>
        </li>
      </ol>
    </section>
  );
}

/** A finished letter on each paper: what the mail shows first (scripts/paper-samples.ts). */
const LETTERS = import.meta.glob<string>('../../images/papers/*.avif', { eager: true, import: 'default' });
const letterOn = (paper: string, width: number) => LETTERS[`../../images/papers/${paper}-${width}.avif`];

export function Papers() {
  return (
    <section className={styles.section} id="templates" aria-labelledby="templates-title">
      <h2 id="templates-title">Nine papers</h2>
      <ul className={styles.papers}>
        {TEMPLATES.map(({ id, label, note }) => (
          <li key={id}>
            <img
              src={letterOn(id, 560)}
              srcSet={`${letterOn(id, 280)} 280w, ${letterOn(id, 560)} 560w`}
              sizes="(max-width: 420px) 44vw, 270px"
              width="560"
              height="746"
              loading="lazy"
              alt={`A finished letter: ${label}`}
            />
            <b>{label}</b>
            <span className="dim">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Pricing() {
  const { data } = useCreditPackages();
  const welcome = useWelcomeCoupon();
  return (
    <section className={styles.section} id="pricing" aria-labelledby="pricing-title">
      <h2 id="pricing-title">Pricing</h2>
      <div>
        <p className="letter">
          {welcome ? <b>{firstFree(welcome.freeCredits)}. </b> : null}A letter costs{' '}
          {creditsLabel(LETTER_COST_CREDITS)}, with one photo in the envelope or with {PHOTOS_PER_LETTER}.{' '}
          {productName()} has no subscription, credits never expire, and replies are free.
        </p>
        {data ? (
          <ul className={styles.prices}>
            {offersOf(data, null).map((offer) => (
              <li key={offer.id}>
                <CreditsGraphic credits={offer.credits} />
                <b>{dollars(offer.price)}</b>
                <span className="dim">
                  {creditsLabel(offer.credits)}, {offer.perLetter} per letter
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <p className={styles.buy}>
          <Link to="/payment">Buy Credits</Link>
        </p>
      </div>
    </section>
  );
}
