import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { focusAtFirst } from '../../../lib/focus-at-first.ts';
import { useAction } from '../../../lib/use-action.ts';
import { t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';

interface EntryDeletionProps {
  name: string;
  onDelete: () => Promise<void>;
  onKeep: () => void;
}

export function EntryDeletion({ name, onDelete, onKeep }: EntryDeletionProps) {
  const { run, busy, failure } = useAction('The entry was not deleted', onDelete);
  return (
    <fieldset className={styles.question}>
      <legend className="vh">{t('Delete {name}?', { name })}</legend>
      <span aria-hidden="true">{t('Delete?')}</span>
      <Button
        variant="danger"
        size="sm"
        busy={busy}
        aria-label={t('Yes, delete {name}', { name })}
        onClick={() => run()}
      >
        {t('Yes, delete')}
      </Button>
      <Button ref={focusAtFirst} variant="quiet" size="sm" disabled={busy} onClick={onKeep}>
        {t('Keep')}
      </Button>
      <Failure error={failure} what={t('Not deleted.')} />
    </fieldset>
  );
}
