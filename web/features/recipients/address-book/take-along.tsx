import { ButtonLink } from '../../../components/button.tsx';
import { t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';

const download = (format: 'vcf' | 'csv') => ({
  to: `/api/recipients/export?format=${format}`,
  reloadDocument: true,
  download: true,
  variant: 'quiet' as const,
  size: 'sm' as const,
});

/** The address book as a file for another program. */
export function TakeAlong() {
  return (
    <div className={styles.actions}>
      <span className="dim">{t('Take a copy along:')}</span>
      <ButtonLink {...download('vcf')}>{t('for phones and mail (vCard)')}</ButtonLink>
      <ButtonLink {...download('csv')}>{t('for spreadsheets (CSV)')}</ButtonLink>
    </div>
  );
}
