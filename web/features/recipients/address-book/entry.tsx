import { useEffect, useRef } from 'react';
import { LANGUAGE_NAMES } from '../../../../shared/languages.ts';
import type { Occasion } from '../../../../shared/occasions.ts';
import type { Recipient, RecipientBody } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import type { RowProps } from '../../../components/windowed-list.tsx';
import { cityOf } from '../../../lib/city-of.ts';
import { T, t } from '../../../lib/words.tsx';
import { EntryDays } from '../../occasions/entry-days.tsx';
import { dateInWords } from '../../occasions/occasion-words.ts';
import styles from './address-book.module.css';
import { EntryDeletion } from './entry-deletion.tsx';
import { EntryForm } from './entry-form.tsx';

/** What an entry is open for. */
export type Doing = 'edit' | 'days' | 'delete' | null;

interface EntryProps {
  row: RowProps;
  entry: Recipient;
  birthday: Occasion | undefined;
  doing: Doing;
  onDo: (doing: Doing) => void;
  onChoose: ((entry: Recipient) => void) | undefined;
  onChange: (entry: RecipientBody & { id: number }) => Promise<void>;
  onRemove: (id: number) => Promise<void>;
}

/** One saved recipient: shown, being edited, or about to be deleted. */
export function Entry(props: EntryProps) {
  const { row, entry, birthday, doing, onDo, onChoose, onChange, onRemove } = props;
  const { name, email, greetingName, timeZone, language } = entry;
  const element = useRef<HTMLLIElement>(null);
  const before = useRef<Doing>(null);

  // Afterwards the focus returns to the button that was pressed.
  useEffect(() => {
    if (before.current && !doing)
      element.current?.querySelector<HTMLElement>(`[data-leads-to="${before.current}"]`)?.focus();
    before.current = doing;
  }, [doing]);

  const leadTo = (what: NonNullable<Doing>, text: string, label: string) => (
    <Button
      variant={what === 'delete' ? 'danger' : 'quiet'}
      size="sm"
      data-leads-to={what}
      aria-label={label}
      onClick={() => onDo(what)}
    >
      {text}
    </Button>
  );

  return (
    <li ref={element} {...row} className={styles.entry}>
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
            <b>
              <bdi>{name}</bdi>
            </b>
            {greetingName ? (
              <span>
                <T text="You call them {name}" name={<bdi>{greetingName}</bdi>} />
              </span>
            ) : null}
            <span>
              <bdi>{email}</bdi>
            </span>
            {birthday && doing !== 'days' ? (
              <span>{t('Birthday {date}', { date: dateInWords(birthday) })}</span>
            ) : null}
            {timeZone ? <span>{t('Lives by the clocks of {city}', { city: cityOf(timeZone) })}</span> : null}
            {language ? (
              <span>{t('Letters in {language}', { language: LANGUAGE_NAMES[language] })}</span>
            ) : null}
          </div>
          {doing === 'days' ? (
            <EntryDays entry={entry} onDone={() => onDo(null)} />
          ) : doing === 'delete' ? (
            <EntryDeletion name={name} onDelete={() => onRemove(entry.id)} onKeep={() => onDo(null)} />
          ) : (
            <div className={styles.actions}>
              {onChoose ? (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('Write to {name}', { name })}
                  onClick={() => onChoose(entry)}
                >
                  {t('Write to')}
                </Button>
              ) : null}
              {leadTo('edit', t('Edit'), t('Edit {name}', { name }))}
              {leadTo('days', t('Days'), t('Days of {name}', { name }))}
              {leadTo('delete', t('Delete'), t('Delete {name}', { name }))}
            </div>
          )}
        </>
      )}
    </li>
  );
}
