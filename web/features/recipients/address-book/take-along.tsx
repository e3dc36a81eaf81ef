import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { useSaving } from '../../../lib/save-file.ts';
import { t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';

/** The address book as a file for another program. */
export function TakeAlong() {
  const { save, saving, failure } = useSaving();
  const button = (format: 'vcf' | 'csv', label: string) => {
    const url = `/api/recipients/export?format=${format}`;
    return (
      <Button
        variant="quiet"
        size="sm"
        busy={saving === url}
        onClick={() => save(url, `address-book.${format}`)}
      >
        {label}
      </Button>
    );
  };
  return (
    <div className={styles.actions}>
      <span className="dim">{t('Take a copy along:')}</span>
      {button('vcf', t('for phones and mail (vCard)'))}
      {button('csv', t('for spreadsheets (CSV)'))}
      <Failure error={failure} what={t('Download failed.')} />
    </div>
  );
}
