import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { dollars } from '../../../shared/credits.ts';
import { Button, ButtonLink, IconButton } from '../../components/button.tsx';
import { useReturnFocus } from '../../components/return-focus.ts';
import { useClientConfig } from '../../lib/client-config.tsx';
import { useUser } from '../identity/use-user.ts';
import { useCreditPackages } from './credit-packages.ts';
import styles from './need-credits-dialog.module.css';
import { creditsLabel, offersOf } from './pricing.ts';
import { useCheckout } from './use-checkout.ts';

interface NeedCreditsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The envelope with its stamp missing: balance, cost and the packages, while the letter waits as it is. */
export function NeedCreditsDialog({ open, onOpenChange }: NeedCreditsDialogProps) {
  // The dialog itself takes the focus, so that its title and text are read before anything is offered.
  const focusing = useReturnFocus((dialog) => dialog.focus());
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim}>
          <Radix.Content className={styles.envelope} {...focusing}>
            <Radix.Close asChild>
              <IconButton icon="close" label="Close" className={styles.close} />
            </Radix.Close>
            <div className={styles.stamp} aria-hidden="true">
              No stamp
            </div>
            <Radix.Title className={styles.title}>Need More Credits</Radix.Title>
            <Balance />
            <Packages />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Balance() {
  const { credits } = useUser();
  return (
    <Radix.Description className={styles.text}>
      This letter costs 1 credit and you have {credits ? creditsLabel(credits) : 'none'} left. It will wait
      here, just as it is, while you get some.
    </Radix.Description>
  );
}

function Packages() {
  const packages = useCreditPackages();
  const { buy, processing } = useCheckout();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { payments } = useClientConfig();
  const offers = payments === 'none' ? [] : offersOf(packages.data ?? [], null);
  const chosen = offers.find((offer) => offer.id === chosenId) ?? offers[0];
  return (
    <>
      {offers.length > 0 ? (
        <fieldset className={styles.offers}>
          <legend className="vh">Packages</legend>
          {offers.map((offer) => (
            <label key={offer.id} className={styles.offer}>
              <input
                type="radio"
                name="package"
                checked={offer === chosen}
                onChange={() => setChosenId(offer.id)}
              />
              <span>
                <b>{creditsLabel(offer.credits)}</b> {offer.bestValue ? <small>Best Value</small> : null}
              </span>
              <span className={styles.price}>
                <b>{dollars(offer.finalPrice)}</b>
                <small>{offer.perLetter} per letter</small>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <div className={styles.actions}>
        {chosen ? (
          <Button variant="purchase" busy={processing !== null} onClick={() => buy(chosen.id, null)}>
            {processing ? 'Processing...' : `Buy ${creditsLabel(chosen.credits)}`}
          </Button>
        ) : (
          <ButtonLink variant="purchase" to="/payment">
            Buy Credits
          </ButtonLink>
        )}
        <Radix.Close asChild>
          <Button variant="secondary">Not now</Button>
        </Radix.Close>
      </div>
      <p className={styles.coupon}>
        <Link to="/payment">I have a coupon</Link>
        {payments === 'sandbox' ? ' This is a test counter: no money moves.' : null}
      </p>
    </>
  );
}
