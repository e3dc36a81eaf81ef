import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RecipientBody } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../lib/words.tsx';
import styles from './address-book.module.css';
import { EntryForm } from './entry-form.tsx';

interface AddPeopleProps {
  onAdd: (entry: RecipientBody) => Promise<void>;
  onBringIn: () => void;
}

/** Above the list: adds somebody, or the people of another address book. */
export function AddPeople({ onAdd, onBringIn }: AddPeopleProps) {
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const endAdding = () => {
    // Before the focus is given back: the button is shown again by then.
    flushSync(() => setAdding(false));
    button.current?.focus();
  };
  return (
    <div className={styles.add}>
      {adding ? (
        <EntryForm
          onSave={async (entry) => {
            await onAdd(entry);
            endAdding();
          }}
          onCancel={endAdding}
        />
      ) : (
        <div className={styles.actions}>
          <Button ref={button} variant="secondary" size="sm" onClick={() => setAdding(true)}>
            {t('Add somebody')}
          </Button>
          <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={onBringIn}>
            {t('Bring in people')}
          </Button>
        </div>
      )}
    </div>
  );
}
