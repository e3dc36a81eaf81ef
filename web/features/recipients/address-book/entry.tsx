import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { LANGUAGE_NAMES } from '../../../../shared/languages.ts';
import type { Occasion } from '../../../../shared/occasions.ts';
import type { Recipient, RecipientBody } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { RowProps } from '../../../components/windowed-list.tsx';
import { cityOf } from '../../../lib/city-of.ts';
import { T, t } from '../../../lib/words.tsx';
import { EntryDays } from '../../occasions/entry-days.tsx';
import { dateInWords } from '../../occasions/occasion-words.ts';
import styles from './address-book.module.css';
import { EntryDeletion } from './entry-deletion.tsx';
import { EntryForm } from './entry-form.tsx';

export type Doing = 'look' | 'edit' | 'days' | 'delete';

interface EntryProps {
  row: RowProps;
  /** the letter under which it is the first */
  initial: string | null;
  entry: Recipient;
  birthday: Occasion | undefined;
  doing: Doing | null;
  onDo: (doing: Doing | null) => void;
  onChange: (id: number, entry: RecipientBody) => Promise<void>;
  onRemove: (id: number) => Promise<void>;
}

export function Entry(props: EntryProps) {
  const { row, initial, entry, birthday, doing, onDo, onChange, onRemove } = props;
  const { name, email } = entry;
  const element = useRef<HTMLLIElement>(null);
  const before = useRef(doing);

  // What had the focus is gone: it returns to what was pressed before.
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

  const who = (
    <>
      <b className="called">
        <bdi>{name}</bdi>
      </b>
      <span className="dim sm">
        <bdi>{email}</bdi>
      </span>
    </>
  );
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
            await onChange(entry.id, changed);
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
          <Known entry={entry} birthday={birthday} />
          <div className={styles.actions}>
            {leadTo('edit', t('Edit'), t('Edit {name}', { name }))}
            {leadTo('days', t('Birthdays and dates'), t('Birthdays and dates of {name}', { name }))}
            {leadTo('delete', t('Delete'), t('Delete {name}', { name }))}
          </div>
        </div>
      ) : null}
      {doing === 'days' ? <EntryDays entry={entry} onDone={() => onDo('look')} /> : null}
      {doing === 'delete' ? (
        <EntryDeletion name={name} onDelete={() => onRemove(entry.id)} onKeep={() => onDo('look')} />
      ) : null}
    </li>
  );
}

function Known({ entry, birthday }: Pick<EntryProps, 'entry' | 'birthday'>) {
  const { greetingName, timeZone, language } = entry;
  return (
    <ul className={styles.known}>
      {greetingName ? (
        <li>
          <T text="You call them {name}" name={<bdi>{greetingName}</bdi>} />
        </li>
      ) : null}
      {birthday ? <li>{t('Birthday {date}', { date: dateInWords(birthday) })}</li> : null}
      {timeZone ? <li>{t('Lives by the clocks of {city}', { city: cityOf(timeZone) })}</li> : null}
      {language ? <li>{t('Letters in {language}', { language: LANGUAGE_NAMES[language] })}</li> : null}
    </ul>
  );
}
