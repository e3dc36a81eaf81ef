import type { Letter } from '../../../shared/letters.ts';
import { ButtonLink } from '../../components/button.tsx';
import { letterStats } from './letter-stats.ts';
import { PhotoFan } from './photo-fan.tsx';
import styles from './stats-view.module.css';

/** What stands beside the pigeonholes while nobody is chosen: three ledger figures. */
export function StatsView({ letters }: { letters: readonly Letter[] }) {
  const { lettersSent, recipients, photosShared } = letterStats(letters);
  return (
    <section className={styles.sheet}>
      <h1>Everything you have posted</h1>
      <div className={styles.two}>
        <dl className={styles.ledger}>
          <Figure label="Letters Sent" value={lettersSent} />
          <Figure label="Recipients" value={recipients} />
          <Figure label="Photos Shared" value={photosShared} />
        </dl>
        <PhotoFan letters={letters} />
      </div>
      <ButtonLink className={styles.write} to="/">
        Write a New Letter
      </ButtonLink>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
