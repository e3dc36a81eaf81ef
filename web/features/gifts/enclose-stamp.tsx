import { useId } from 'react';
import { Link } from 'react-router';
import { n, T, t } from '../../lib/words.tsx';
import styles from './enclose-stamp.module.css';
import { useGifts } from './gifts-query.ts';

interface EncloseStampProps {
  /** to whom the letter goes, each of whom gets a stamp */
  people: number;
  enclosed: boolean;
  disabled: boolean;
  onChange: (enclosed: boolean) => void;
}

/** Offers to enclose a stamp, with which whoever gets the letter may write one of their own. Only bought ones may be given. */
export function EncloseStamp({ people, enclosed, disabled, onChange }: EncloseStampProps) {
  const hint = useId();
  const { data } = useGifts();
  const missing = data !== undefined && data.giftable < people;
  return (
    <>
      <label className={styles.choice}>
        <input
          type="checkbox"
          aria-describedby={missing ? hint : undefined}
          checked={enclosed}
          // What was chosen before can always be undone.
          disabled={disabled || (!enclosed && (data === undefined || missing))}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          <b>{n(people, 'Enclose a stamp', 'Enclose a stamp for each of them')}</b>
          <span>
            {n(
              people,
              'A stamp for their answer by hand: one credit more',
              'A stamp for their answer by hand: {n} credits more',
            )}
          </span>
        </span>
      </label>
      {missing ? (
        <p className={styles.hint} id={hint}>
          <T
            text="Only stamps that you bought can be given. {buy}"
            buy={<Link to="/payment">{t('Buy credits')}</Link>}
          />
        </p>
      ) : null}
    </>
  );
}
