import { ButtonLink } from '../../../components/button.tsx';
import { useLetters, useLetterTotals } from '../letters-queries.ts';
import { PausedNotice } from './paused-notice.tsx';
import { PhotoFan } from './photo-fan.tsx';
import { NewReplies, UndeliveredLetters } from './recipient-notices.tsx';
import styles from './stats-view.module.css';

/** Shown while no recipient is chosen: notices, three totals, and photos of the newest letters. */
export function StatsView() {
  const newest = useLetters(null);
  const { data: totals } = useLetterTotals();
  return (
    <section className={styles.sheet}>
      <h1>Everything you have posted</h1>
      <PausedNotice />
      <NewReplies />
      <UndeliveredLetters />
      <div className={styles.columns}>
        <dl className={styles.totals}>
          <Total label="Letters Sent" value={totals?.sent} />
          <Total label="Recipients" value={totals?.recipients} />
          <Total label="Photos Shared" value={totals?.photos} />
        </dl>
        <PhotoFan letters={newest.data ?? []} />
      </div>
      <ButtonLink className={styles.write} to="/">
        Write a New Letter
      </ButtonLink>
    </section>
  );
}

/** @param value undefined until it is loaded */
function Total({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  );
}
