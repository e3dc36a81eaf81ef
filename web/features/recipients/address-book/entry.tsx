import { useEffect, useRef, useState } from 'react';
import type { Recipient, RecipientBody } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { EntryDays } from '../../occasions/entry-days.tsx';
import styles from './address-book.module.css';
import { EntryForm } from './entry-form.tsx';

type Doing = 'edit' | 'days' | 'delete' | null;

interface EntryProps {
  entry: Recipient;
  doing: Doing;
  onDo: (doing: Doing) => void;
  onChoose: ((entry: Recipient) => void) | undefined;
  onChange: (entry: RecipientBody & { id: number }) => Promise<void>;
  onRemove: (id: number) => Promise<void>;
}

/** One saved recipient: shown, being edited, or about to be deleted. */
export function Entry({ entry, doing, onDo, onChoose, onChange, onRemove }: EntryProps) {
  const { name, email, greetingName } = entry;
  const row = useRef<HTMLLIElement>(null);
  const before = useRef<Doing>(null);

  // Afterwards the focus returns to the button that was pressed.
  useEffect(() => {
    if (before.current && !doing)
      row.current?.querySelector<HTMLElement>(`[data-leads-to="${before.current}"]`)?.focus();
    before.current = doing;
  }, [doing]);

  return (
    <li ref={row} className={styles.entry}>
      {doing === 'edit' ? (
        <EntryForm
          entry={entry}
          onSave={async (changed) => {
            await onChange({ id: entry.id, ...changed });
            onDo(null);
          }}
          onCancel={() => onDo(null)}
        />
      ) : (
        <>
          <div className={styles.who}>
            <b dir="auto">{name}</b>
            {greetingName ? (
              <span>
                You call them <bdi>{greetingName}</bdi>
              </span>
            ) : null}
            <span dir="auto">{email}</span>
          </div>
          {doing === 'days' ? (
            <EntryDays entry={entry} onDone={() => onDo(null)} />
          ) : doing === 'delete' ? (
            <Deletion name={name} onDelete={() => onRemove(entry.id)} onKeep={() => onDo(null)} />
          ) : (
            <div className={styles.actions}>
              {onChoose ? (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Write to ${name}`}
                  onClick={() => onChoose(entry)}
                >
                  Write to
                </Button>
              ) : null}
              <Button
                variant="quiet"
                size="sm"
                data-leads-to="edit"
                aria-label={`Edit ${name}`}
                onClick={() => onDo('edit')}
              >
                Edit
              </Button>
              <Button
                variant="quiet"
                size="sm"
                data-leads-to="days"
                aria-label={`Days of ${name}`}
                onClick={() => onDo('days')}
              >
                Days
              </Button>
              <Button
                variant="danger"
                size="sm"
                data-leads-to="delete"
                aria-label={`Delete ${name}`}
                onClick={() => onDo('delete')}
              >
                Delete
              </Button>
            </div>
          )}
        </>
      )}
    </li>
  );
}

interface DeletionProps {
  name: string;
  onDelete: () => Promise<void>;
  onKeep: () => void;
}

function Deletion({ name, onDelete, onKeep }: DeletionProps) {
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
      <legend className="vh">Delete {name}?</legend>
      <span aria-hidden="true">Delete?</span>
      <Button variant="danger" size="sm" busy={busy} aria-label={`Yes, delete ${name}`} onClick={act}>
        Yes, delete
      </Button>
      <Button ref={keep} variant="quiet" size="sm" disabled={busy} onClick={onKeep}>
        Keep
      </Button>
      <Failure error={failure} what="Not deleted." />
    </fieldset>
  );
}
