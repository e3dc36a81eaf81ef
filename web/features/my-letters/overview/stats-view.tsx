import { ButtonLink } from '../../../components/button.tsx';
import { UndeliveredLetters } from '../letter/undelivered-letters.tsx';
import { useLetters, useLetterTotals } from '../letters-queries.ts';
import { NewReplies } from './new-replies.tsx';
import { PhotoFan } from './photo-fan.tsx';
import styles from './stats-view.module.css';

/** What stands beside the pigeonholes while nobody is chosen: three ledger figures. */
export function StatsView() {
  const newest = useLetters(null);
  const { data: totals } = useLetterTotals();
  return (
    <section className={styles.sheet}>
      <h1>Everything you have posted</h1>
      <NewReplies />
      <UndeliveredLetters />
      <div className={styles.two}>
        <dl className={styles.ledger}>
          <Figure label="Letters Sent" value={totals?.sent} />
          <Figure label="Recipients" value={totals?.recipients} />
          <Figure label="Photos Shared" value={totals?.photos} />
        </dl>
        <PhotoFan letters={newest.data ?? []} />
      </div>
      <ButtonLink className={styles.write} to="/">
        Write a New Letter
      </ButtonLink>
    </section>
  );
}

/** @param value absent while it is being counted */
function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  );
}
