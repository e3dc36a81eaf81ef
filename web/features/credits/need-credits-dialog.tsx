import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { dollars } from '../../../shared/credits.ts';
import { LETTER_COST_CREDITS } from '../../../shared/limits.ts';
import { Button, ButtonLink, IconButton } from '../../components/button.tsx';
import { Modal } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { useClientConfig } from '../../lib/client-config.tsx';
import { usePerson } from '../identity/use-person.ts';
import { useUser } from '../identity/use-user.ts';
import { useCreditPackages } from './credit-packages.ts';
import { loadHeld } from './held-coupon.ts';
import styles from './need-credits-dialog.module.css';
import { creditsLabel, discountLabel, offersOf } from './pricing.ts';
import { useCheckout } from './use-checkout.ts';
import { firstFree } from './welcome-coupon.ts';
import { useWelcome } from './welcome-offer.tsx';

interface NeedCreditsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** name on the letter that waits */
  recipientName: string;
  /** credits that it takes: one for each person */
  cost?: number;
  onSend: () => void;
}

/** Balance, cost and packages, when a letter cannot be paid for; the letter stays as it is. */
export function NeedCreditsDialog(props: NeedCreditsDialogProps) {
  const { open, onOpenChange, recipientName, cost = LETTER_COST_CREDITS, onSend } = props;
  const { credits } = useUser();
  const enough = open && (credits ?? 0) >= cost;
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      // The dialog itself, so that its title and text are read before the packages.
      focusFirst={(dialog) => dialog.focus()}
      className={styles.envelope}
    >
      <Radix.Close asChild>
        <IconButton icon="close" label="Close" className={styles.close} />
      </Radix.Close>
      {enough ? (
        <>
          <Radix.Title className={styles.title}>Your letter to {recipientName} is waiting</Radix.Title>
          <Radix.Description className={styles.text}>
            You have {creditsLabel(credits ?? 0)}. It costs {creditsLabel(cost)}.
          </Radix.Description>
          <div className="actions">
            <Button
              variant="purchase"
              onClick={() => {
                onOpenChange(false);
                onSend();
              }}
            >
              Send Letter
            </Button>
            <Radix.Close asChild>
              <Button variant="secondary">Not now</Button>
            </Radix.Close>
          </div>
        </>
      ) : (
        <>
          <div className={styles.stamp} aria-hidden="true">
            No stamp
          </div>
          <Radix.Title className={styles.title}>Need More Credits</Radix.Title>
          <Balance cost={cost} />
          <Offers missing={cost - (credits ?? 0)} />
        </>
      )}
    </Modal>
  );
}

function Balance({ cost }: { cost: number }) {
  const { credits } = useUser();
  const missing = cost - (credits ?? 0);
  return (
    <Radix.Description className={styles.text}>
      This letter costs {creditsLabel(cost)}
      {cost > 1 ? ', one for each person,' : ''} and you have {credits ? creditsLabel(credits) : 'none'} left
      {cost > 1 ? `: ${missing} ${missing === 1 ? 'is' : 'are'} missing` : ''}. It will wait here, just as it
      is, while you get some.
    </Radix.Description>
  );
}

/** Free credits come before any price. */
function Offers({ missing }: { missing: number }) {
  const { coupon, busy, take, problem } = useWelcome();
  return (
    <>
      {coupon ? (
        <div className={styles.welcome}>
          <p>{firstFree(coupon.freeCredits)}.</p>
          <Button variant="purchase" busy={busy} onClick={take}>
            Take {creditsLabel(coupon.freeCredits)}
          </Button>
          <Failure error={problem} what="They did not come." />
        </div>
      ) : null}
      <Packages missing={missing} buyVariant={coupon ? 'secondary' : 'purchase'} />
    </>
  );
}

function Packages({ missing, buyVariant }: { missing: number; buyVariant: 'secondary' | 'purchase' }) {
  const packages = useCreditPackages();
  const { buy, processing, failure } = useCheckout();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { payments } = useClientConfig();
  const { uid } = usePerson();
  const [held] = useState(() => loadHeld(sessionStorage, uid));
  const offers = payments === 'none' ? [] : offersOf(packages.data ?? [], held);
  const chosen =
    offers.find(({ id }) => id === chosenId) ??
    offers.find((offer) => offer.credits >= missing) ??
    offers.at(-1);
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
                {offer.finalPrice < offer.price ? (
                  <>
                    <span className="vh">Instead of </span>
                    <s>{dollars(offer.price)}</s>{' '}
                  </>
                ) : null}
                <b>{dollars(offer.finalPrice)}</b>
                <small>{offer.perLetter} per letter</small>
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
            {processing ? 'Processing...' : `Buy ${creditsLabel(chosen.credits)}`}
          </Button>
        ) : (
          <ButtonLink variant={buyVariant} to="/payment">
            Buy Credits
          </ButtonLink>
        )}
        <Radix.Close asChild>
          <Button variant="secondary">Not now</Button>
        </Radix.Close>
        <Failure error={failure?.sentence} what="Nothing was paid." />
      </div>
      <p className={styles.coupon}>
        {held ? `${held.code}: ${discountLabel(held)}.` : <Link to="/payment">I have a coupon</Link>}
        {payments === 'sandbox' ? ' This is a test counter: no money moves.' : null}
      </p>
    </>
  );
}
