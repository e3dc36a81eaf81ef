import { LOW_CREDITS } from '../../../shared/limits.ts';
import { ButtonLink } from '../../components/button.tsx';
import { CreditStrip } from '../../components/stamp.tsx';
import { useUser } from '../identity/use-user.ts';
import styles from './credit-balance.module.css';

/** The credits left, with a button to buy more when they are two or fewer (spec section 9). */
export function CreditBalance() {
  const { credits } = useUser();
  if (credits === null) return null;
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
