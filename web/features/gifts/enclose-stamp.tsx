import { useId } from 'react';
import { Link } from 'react-router';
import { n, T, t } from '../../lib/words.tsx';
import styles from './enclose-stamp.module.css';
import { useGifts } from './gifts-query.ts';

interface EncloseStampProps {
  people: number;
  enclosed: boolean;
  disabled: boolean;
  onChange: (enclosed: boolean) => void;
}

/** Only bought stamps may be given. */
export function EncloseStamp({ people, enclosed, disabled, onChange }: EncloseStampProps) {
  const title = useId();
  const hint = useId();
  const { data } = useGifts();
  const missing = data !== undefined && data.giftable < people;
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        aria-labelledby={title}
        aria-describedby={hint}
        checked={enclosed}
        // What was chosen before can always be undone.
        disabled={disabled || (!enclosed && missing)}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <b id={title}>{n(people, 'Enclose a stamp', 'Enclose a stamp for each of them')}</b>
        {/* One takes the other's place: what stands below, such as Send, stays where it is. */}
        <span id={hint}>
          {missing ? (
            <T
              text="Only stamps that you bought can be given. {buy}"
              buy={<Link to="/payment">{t('Buy credits')}</Link>}
            />
          ) : (
            n(
              people,
              'A stamp for their answer by hand: one credit more',
              'A stamp for their answer by hand: {n} credits more',
            )
          )}
        </span>
      </span>
    </label>
  );
}
