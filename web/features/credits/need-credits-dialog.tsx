import * as Radix from 'radix-ui/dialog';
import { useState } from 'react';
import { Link } from 'react-router';
import { creditsFor } from '../../../shared/postage.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Modal } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { useClientConfig } from '../../lib/client-config.tsx';
import { inDollars } from '../../lib/in-dollars.ts';
import { n, t } from '../../lib/words.tsx';
import { useUser } from '../identity/use-user.ts';
import { useCreditPackages } from './credit-packages.ts';
import { creditsText } from './credits-text.ts';
import { missingCredits } from './missing-credits.ts';
import styles from './need-credits-dialog.module.css';
import { StruckPrice } from './package-offer.tsx';
import { discountLabel, offersOf } from './pricing.ts';
import { useCheckout } from './use-checkout.ts';
import { useCoupon } from './use-coupon.ts';
import { firstFreeSentence } from './welcome-coupon.ts';
import { useWelcome } from './welcome-offer.tsx';

interface NeedCreditsDialogProps {
  onClose: () => void;
  recipientName: string;
  people?: number;
  stamped?: boolean;
  onSend: () => void;
}

export function NeedCreditsDialog(props: NeedCreditsDialogProps) {
  const { onClose, recipientName, people = 1, stamped = false, onSend } = props;
  const cost = creditsFor(people, stamped);
  const { credits } = useUser();
  return (
    <Modal
      onClose={onClose}
      // The dialog itself, so that its title and text are read before the packages.
      focusFirst={(dialog) => dialog.focus()}
      className={styles.envelope}
    >
      <Radix.Close asChild>
        <IconButton icon="close" label={t('Close')} className={styles.close} />
      </Radix.Close>
      {(credits ?? 0) >= cost ? (
        <>
          <Radix.Title className={styles.title}>
            {t('Your letter to {name} is waiting', { name: recipientName })}
          </Radix.Title>
          <Radix.Description className={styles.text}>
            <Sentences>
              {n(credits ?? 0, 'You have 1 credit.', 'You have {n} credits.')}
              {n(cost, 'It costs 1 credit.', 'It costs {n} credits.')}
            </Sentences>
          </Radix.Description>
          <div className="actions">
            <Button
              variant="purchase"
              onClick={() => {
                onClose();
                onSend();
              }}
            >
              {t('Send Letter')}
            </Button>
            <Radix.Close asChild>
              <Button variant="secondary">{t('Not now')}</Button>
            </Radix.Close>
          </div>
        </>
      ) : (
        <>
          <div className={styles.stamp} aria-hidden="true">
            {t('No stamp')}
          </div>
          <Radix.Title className={styles.title}>{t('Need More Credits')}</Radix.Title>
          <Radix.Description className={styles.text}>
            <Sentences>
              {missingCredits(cost, credits ?? 0, stamped)}
              {t('It will wait here, just as it is, while you get some.')}
            </Sentences>
          </Radix.Description>
          <Offers missing={cost - (credits ?? 0)} />
        </>
      )}
    </Modal>
  );
}

/** Who has enough free credits is shown no price. The packages keep their place, so a purchase under way goes on. */
function Offers({ missing }: { missing: number }) {
  const { coupon, busy, take, problem } = useWelcome();
  const enough = coupon && coupon.freeCredits >= missing;
  return (
    <>
      {coupon ? (
        <div className={styles.welcome}>
          <p>{firstFreeSentence(coupon.freeCredits)}</p>
          <Button variant="purchase" busy={busy} onClick={take}>
            {n(coupon.freeCredits, 'Take 1 credit', 'Take {n} credits')}
          </Button>
          <Failure error={problem} what={t('They did not come.')} />
        </div>
      ) : null}
      {enough ? null : <Packages missing={missing} buyVariant={coupon ? 'secondary' : 'purchase'} />}
    </>
  );
}

function Packages({ missing, buyVariant }: { missing: number; buyVariant: 'secondary' | 'purchase' }) {
  const packages = useCreditPackages();
  const { buy, processing, failure } = useCheckout();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { payments } = useClientConfig();
  const { held } = useCoupon();
  const offers = payments === 'none' ? [] : offersOf(packages.data ?? [], held);
  const chosen =
    offers.find(({ id }) => id === chosenId) ??
    offers.find((offer) => offer.credits >= missing) ??
    offers.at(-1);
  return (
    <>
      {offers.length > 0 ? (
        <fieldset className={styles.offers}>
          <legend className="vh">{t('Packages')}</legend>
          {offers.map((offer) => (
            <label key={offer.id} className={styles.offer}>
              <input
                type="radio"
                name="package"
                checked={offer === chosen}
                onChange={() => setChosenId(offer.id)}
              />
              <span>
                <b>{creditsText(offer.credits)}</b>{' '}
                {offer.bestValue ? <small className="dim xs">{t('Best Value')}</small> : null}
              </span>
              <span className={styles.price}>
                <StruckPrice offer={offer} />
                <b>{inDollars(offer.finalPrice)}</b>
                <small className="dim xs">{t('{price} per letter', { price: offer.perLetter })}</small>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className="actions">
        {chosen ? (
          <Button
            variant={buyVariant}
            busy={processing !== null}
            onClick={() => buy(chosen.id, held?.code ?? null)}
          >
            {processing ? t('Processing...') : n(chosen.credits, 'Buy 1 credit', 'Buy {n} credits')}
          </Button>
        ) : (
          <ButtonLink variant={buyVariant} to="/payment">
            {t('Buy Credits')}
          </ButtonLink>
        )}
        <Radix.Close asChild>
          <Button variant="secondary">{t('Not now')}</Button>
        </Radix.Close>
        <Failure error={failure?.sentence} what={t('Nothing was paid.')} />
      </div>
      <p className="taps sm mt4">
        {held ? (
          t('{coupon}: {discount}.', { coupon: held.code, discount: discountLabel(held) })
        ) : (
          <Link to="/payment">{t('I have a coupon')}</Link>
        )}
      </p>
      {payments === 'sandbox' ? (
        <p className="taps sm mt4">{t('This is a test counter: no money moves.')}</p>
      ) : null}
    </>
  );
}
