import { useEffect, useRef, useState } from 'react';
import type { Occasion } from '../../../shared/occasions.ts';
import type { Recipient } from '../../../shared/recipients.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { focusAtFirst } from '../../lib/focus-at-first.ts';
import { t } from '../../lib/words.tsx';
import { OccasionForm } from './occasion-form.tsx';
import { dateInWords } from './occasion-words.ts';
import styles from './occasions.module.css';
import { useOccasionChanges, useOccasions } from './occasions-query.ts';

export function EntryDays({ entry, onDone }: { entry: Recipient; onDone: () => void }) {
  const query = useOccasions();
  const { save, removal } = useOccasionChanges();
  /** id of the day that is edited; null for a new one */
  const [editing, setEditing] = useState<number | null | undefined>(undefined);
  const before = useRef(editing);
  const add = useRef<HTMLButtonElement>(null);
  // A form that had the focus was closed.
  useEffect(() => {
    if (before.current !== undefined && editing === undefined) add.current?.focus();
    before.current = editing;
  }, [editing]);
  const days = query.data?.filter(({ recipientId }) => recipientId === entry.id) ?? [];

  const form = (occasion?: Occasion) => (
    <OccasionForm
      {...(occasion ? { occasion } : {})}
      hasBirthday={days.some(({ kind, id }) => kind === 'birthday' && id !== occasion?.id)}
      busy={save.busy}
      failure={
        save.failure
          ? messageForPerson(save.failure, t('The day was not saved. Please try once more.'))
          : null
      }
      onSave={async (body) => {
        const id = occasion?.id ?? null;
        if (await save.run(id, { recipientId: entry.id, ...body }))
          setEditing((now) => (now === id ? undefined : now));
      }}
      onCancel={() => {
        save.forget();
        setEditing(undefined);
      }}
    />
  );
  return (
    <section
      className={styles.days}
      aria-label={t('Birthdays and dates of {name}', { name: entry.name })}
      // The button that opened this, and had the focus, is removed.
      tabIndex={-1}
      ref={focusAtFirst}
    >
      {query.isPending ? <Loading inline label={t('Fetching the days...')} /> : null}
      {/* If a later read fails, the days read before stay, and with them an open form. */}
      {query.data ? null : <ReadFailure query={query} title={t('The days could not be fetched.')} />}
      {query.data && days.length === 0 && editing === undefined ? (
        <p className="dim">
          {t('No days yet. A birthday that is kept here announces itself a week before.')}
        </p>
      ) : null}
      <ul>
        {days.map((occasion) => (
          <li className="row" key={occasion.id}>
            {editing === occasion.id ? (
              form(occasion)
            ) : (
              <>
                <span className={styles.day}>
                  <b dir="auto">{occasion.kind === 'birthday' ? t('Birthday') : occasion.label}</b>
                  {dateInWords(occasion)}
                </span>
                <span className={styles.actions}>
                  {/* One at a time: another form would take what was typed with it. */}
                  {editing === undefined ? (
                    <Button
                      variant="quiet"
                      size="sm"
                      aria-label={t('Edit {day}', { day: dateInWords(occasion) })}
                      onClick={() => setEditing(occasion.id)}
                    >
                      {t('Edit')}
                    </Button>
                  ) : null}
                  <Button
                    variant="danger"
                    size="sm"
                    aria-label={t('Delete {day}', { day: dateInWords(occasion) })}
                    busy={removal.isBusy(occasion.id)}
                    onClick={async () => (await removal.run(occasion.id)) && add.current?.focus()}
                  >
                    {t('Delete')}
                  </Button>
                </span>
                <Failure error={removal.failureOf(occasion.id)} what={t('The day was not deleted.')} />
              </>
            )}
          </li>
        ))}
      </ul>
      {editing === null ? form() : null}
      {editing === undefined ? (
        <div className={styles.actions}>
          {query.data ? (
            <Button ref={add} variant="secondary" size="sm" onClick={() => setEditing(null)}>
              {t('Add a day')}
            </Button>
          ) : null}
          <Button variant="quiet" size="sm" onClick={onDone}>
            {t('Done')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
