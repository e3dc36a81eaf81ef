import { ButtonLink } from '../../../components/button.tsx';
import { formatNumber, t } from '../../../lib/words.tsx';
import { useLetterTotals } from '../letters-queries.ts';
import { Arrivals } from './arrivals.tsx';
import { PausedNotice } from './paused-notice.tsx';
import { UndeliveredLetters } from './recipient-notices.tsx';
import { SentLetters } from './sent-letters.tsx';
import styles from './stats-view.module.css';
import { WaitingLetters } from './waiting-letters.tsx';

interface StatsViewProps {
  /** nothing was sent yet */
  nothingSent: boolean;
  onOpenConversations: () => void;
}

/** Shown while no recipient is chosen: what came, what was sent, and below them three totals (spec section 2). */
export function StatsView({ nothingSent, onOpenConversations }: StatsViewProps) {
  const { data: totals } = useLetterTotals();
  return (
    <section className={styles.overview}>
      <h1 className="vh">{t('My Letters')}</h1>
      <PausedNotice />
      <UndeliveredLetters />
      <Arrivals onOpenConversations={onOpenConversations} />
      <WaitingLetters />
      <SentLetters />
      <div className={styles.sheet}>
        <dl className={styles.totals}>
          <Total label={t('Letters Sent')} value={totals?.sent} />
          <Total label={t('Recipients')} value={totals?.recipients} />
          <Total label={t('Photos Shared')} value={totals?.photos} />
        </dl>
        <ButtonLink className={styles.write} to="/">
          {nothingSent ? t('Write First Letter') : t('Write a New Letter')}
        </ButtonLink>
      </div>
    </section>
  );
}

/** @param value undefined until it is loaded */
function Total({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === undefined ? '–' : formatNumber(value)}</dd>
    </div>
  );
}
