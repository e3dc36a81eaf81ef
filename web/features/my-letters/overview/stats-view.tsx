import { formatNumber, t } from '../../../lib/words.tsx';
import { useLetterTotals } from '../letters-queries.ts';
import styles from './stats-view.module.css';

export function StatsView() {
  const { data: totals } = useLetterTotals();
  return (
    <dl className={styles.totals}>
      <Total label={t('Letters Sent')} value={totals?.sent} />
      <Total label={t('Recipients')} value={totals?.recipients} />
      <Total label={t('Photos Shared')} value={totals?.photos} />
    </dl>
  );
}

function Total({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt className="dim sm">{label}</dt>
      <dd>{value === undefined ? '–' : formatNumber(value)}</dd>
    </div>
  );
}
