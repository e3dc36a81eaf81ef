import { useState } from 'react';
import { LOW_CREDITS } from '../../../shared/limits.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CreditStrip } from '../../components/stamp.tsx';
import { useUser } from '../identity/use-user.ts';
import styles from './credit-balance.module.css';

/** The credits left, with a button to buy more when they are two or fewer (spec section 9). */
export function CreditBalance() {
  const { credits, error, readAgain } = useUser();
  if (credits === null) return error ? <Unknown readAgain={readAgain} /> : null;
  return (
    <>
      <span className={styles.balance}>
        <CreditStrip credits={credits} className={styles.stamps} />
        <span>
          <b>{credits}</b>
          <span className={styles.word}> {credits === 1 ? 'credit' : 'credits'}</span>
        </span>
      </span>
      {credits <= LOW_CREDITS ? (
        <ButtonLink variant="purchase" size="sm" to="/payment" className={styles.buy} data-buy>
          {credits === 0 ? 'Buy Credits' : 'Buy More'}
        </ButtonLink>
      ) : null}
    </>
  );
}

function Unknown({ readAgain }: { readAgain: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  async function retry() {
    setBusy(true);
    try {
      await readAgain();
    } catch (cause) {
      console.warn('The balance could not be read', cause);
    } finally {
      setBusy(false);
    }
  }
  return (
    <span className={styles.balance} role="status">
      <span className={styles.unknown}>Credits could not be read</span>
      <Button variant="secondary" size="sm" busy={busy} onClick={retry}>
        Retry<span className="vh"> reading your credits</span>
      </Button>
    </span>
  );
}
