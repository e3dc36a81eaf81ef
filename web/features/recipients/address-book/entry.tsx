import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { LANGUAGE_NAMES } from '../../../../shared/languages.ts';
import type { Recipient } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { RowProps } from '../../../components/windowed-list.tsx';
import { cityOf } from '../../../lib/city-of.ts';
import { T, t } from '../../../lib/words.tsx';
import { EntryDays } from '../../occasions/entry-days.tsx';
import { dateInWords } from '../../occasions/occasion-words.ts';
import { useBirthdays } from '../../occasions/occasions-query.ts';
import { useRecipientChanges } from '../recipients-query.ts';
import styles from './address-book.module.css';
import { EntryDeletion } from './entry-deletion.tsx';
import { EntryForm } from './entry-form.tsx';
import { NameAndAddress } from './search-people.tsx';

export type Doing = 'look' | 'edit' | 'days' | 'delete';

interface EntryProps {
  row: RowProps;
  /** shown beside the first entry of each initial letter; null for the others */
  initial: string | null;
  entry: Recipient;
  doing: Doing | null;
  onDo: (doing: Doing | null) => void;
  onRemoved: () => void;
}

export function Entry(props: EntryProps) {
  const { row, initial, entry, doing, onDo, onRemoved } = props;
  const { change, remove } = useRecipientChanges();
  const { name } = entry;
  const element = useRef<HTMLLIElement>(null);
  const before = useRef(doing);

  // What was closed had the focus: the button that opened it gets the focus.
  useEffect(() => {
    const was = before.current;
    before.current = doing;
    if (!was || was === 'look' || was === doing) return;
    element.current?.querySelector<HTMLElement>(`[data-leads-to="${was}"]`)?.focus();
  }, [doing]);

  const leadTo = (what: Doing, text: string, label: string) => (
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

  const who = <NameAndAddress {...entry} />;
  return (
    <li ref={element} {...row} className={styles.entry}>
      {initial ? (
        <span className={styles.initial} aria-hidden="true">
          {initial}
        </span>
      ) : null}
      {doing === 'edit' ? (
        <EntryForm
          entry={entry}
          onSave={async (changed) => {
            await change(entry.id, changed);
            onDo('look');
          }}
          onCancel={() => onDo('look')}
        />
      ) : (
        <div className={styles.line}>
          {doing === 'days' || doing === 'delete' ? (
            <div className={styles.who}>{who}</div>
          ) : (
            <button
              type="button"
              className={styles.who}
              aria-expanded={doing === 'look'}
              onClick={() => onDo(doing ? null : 'look')}
            >
              {who}
            </button>
          )}
          <Link
            className={styles.pen}
            to="/"
            state={{ writeTo: entry }}
            aria-label={t('Write to {name}', { name })}
            title={t('Write to {name}', { name })}
          >
            <Icon name="pen" />
          </Link>
        </div>
      )}
      {doing === 'look' ? (
        <div className={styles.opened}>
          <Known entry={entry} />
          <div className={styles.actions}>
            {leadTo('edit', t('Edit'), t('Edit {name}', { name }))}
            {leadTo('days', t('Birthdays and dates'), t('Birthdays and dates of {name}', { name }))}
            {leadTo('delete', t('Delete'), t('Delete {name}', { name }))}
          </div>
        </div>
      ) : null}
      {doing === 'days' ? <EntryDays entry={entry} onDone={() => onDo('look')} /> : null}
      {doing === 'delete' ? (
        <EntryDeletion
          name={name}
          onDelete={async () => {
            await remove(entry.id);
            onRemoved();
          }}
          onKeep={() => onDo('look')}
        />
      ) : null}
    </li>
  );
}

function Known({ entry: { id, greetingName, timeZone, language } }: { entry: Recipient }) {
  const birthday = useBirthdays().get(id);
  return (
    <ul className={styles.known}>
      {greetingName ? (
        <li>
          <T text="You call them {name}" name={greetingName} />
        </li>
      ) : null}
      {birthday ? <li>{t('Birthday {date}', { date: dateInWords(birthday) })}</li> : null}
      {timeZone ? <li>{t('Lives by the clocks of {city}', { city: cityOf(timeZone) })}</li> : null}
      {language ? <li>{t('Letters in {language}', { language: LANGUAGE_NAMES[language] })}</li> : null}
    </ul>
  );
}
