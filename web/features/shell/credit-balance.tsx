import { LOW_CREDITS } from '../../../shared/limits.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CreditStrip } from '../../components/stamp.tsx';
import { leaveFocus } from '../../lib/focus-at-first.ts';
import { useAction } from '../../lib/use-action.ts';
import { formatNumber, n, p, t } from '../../lib/words.tsx';
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
        <Balance credits={credits} />
      </span>
      {credits <= LOW_CREDITS ? (
        <ButtonLink variant="purchase" size="sm" to="/payment" className={styles.buy} data-buy>
          {credits === 0 ? p('on a small button', 'Buy Credits') : t('Buy More')}
        </ButtonLink>
      ) : null}
    </>
  );
}

/** '5 credits': the number stands out, and is alone where there is no room for more. */
function Balance({ credits }: { credits: number }) {
  const label = n(credits, '1 credit', '{n} credits');
  const number = formatNumber(credits);
  const at = label.indexOf(number);
  // Some languages have a word in place of a number, as Arabic for two.
  if (at < 0)
    return (
      <>
        <b className={styles.alone} aria-hidden="true">
          {number}
        </b>
        <span className="vh-narrow">{label}</span>
      </>
    );
  return (
    <span>
      <span className="vh-narrow">{label.slice(0, at)}</span>
      <b>{number}</b>
      <span className="vh-narrow">{label.slice(at + number.length)}</span>
    </span>
  );
}

function Unknown({ readAgain }: { readAgain: () => Promise<unknown> }) {
  const { run, busy } = useAction('The balance could not be read', readAgain);
  return (
    <span className={styles.balance} role="status">
      <span className={styles.unknown}>{t('Credits could not be read')}</span>
      <Button
        ref={leaveFocus}
        variant="secondary"
        size="sm"
        busy={busy}
        aria-label={t('Retry reading your credits')}
        onClick={() => run()}
      >
        {t('Retry')}
      </Button>
    </span>
  );
}
