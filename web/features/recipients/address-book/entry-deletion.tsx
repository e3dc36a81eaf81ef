import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';

interface EntryDeletionProps {
  name: string;
  onDelete: () => Promise<void>;
  onKeep: () => void;
}

/** Asks once more before an entry is deleted. */
export function EntryDeletion({ name, onDelete, onKeep }: EntryDeletionProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);

  const act = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onDelete();
    } catch (error) {
      console.error('The entry was not deleted', error);
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <fieldset className={styles.question}>
      <legend className="vh">{t('Delete {name}?', { name })}</legend>
      <span aria-hidden="true">{t('Delete?')}</span>
      <Button
        variant="danger"
        size="sm"
        busy={busy}
        aria-label={t('Yes, delete {name}', { name })}
        onClick={act}
      >
        {t('Yes, delete')}
      </Button>
      <Button ref={keep} variant="quiet" size="sm" disabled={busy} onClick={onKeep}>
        {t('Keep')}
      </Button>
      <Failure error={failure} what={t('Not deleted.')} />
    </fieldset>
  );
}
