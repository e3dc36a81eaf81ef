import { type FormEvent, useEffect, useId, useRef } from 'react';
import { readEmailAddress } from '../../../../packages/address-files/deliverable-address.ts';
import { plainName } from '../../../../packages/address-files/plain-name.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { Button } from '../../../components/button.tsx';
import { SaveOrCancel } from '../../../components/save-or-cancel.tsx';
import { EmailField, TextField } from '../../../components/text-field.tsx';
import { useFields } from '../../../components/use-fields.ts';
import type { RowProps } from '../../../components/windowed-list.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { selectAtFirst } from '../../../lib/focus-at-first.ts';
import { T, t } from '../../../lib/words.tsx';
import { dateInWords } from '../../occasions/occasion-words.ts';
import book from '../address-book/address-book.module.css';
import { NameAndAddress } from '../address-book/search-people.tsx';
import styles from './bring-in.module.css';
import type { JudgedRow, Row } from './judge-people.ts';

interface PersonRowProps {
  row: RowProps;
  person: JudgedRow;
  isEdited: boolean;
  onEdit: (edit: boolean) => void;
  onChange: (change: Partial<Row>) => void;
}

export function PersonRow({ row, person, isEdited, onEdit, onChange }: PersonRowProps) {
  const { name, email, note, canTick, isTicked, found } = person;
  const id = useId();
  const element = useRef<HTMLLIElement>(null);
  const wasEdited = useRef(false);
  // Afterwards the focus returns to the button that was pressed.
  useEffect(() => {
    if (wasEdited.current && !isEdited)
      element.current?.querySelector<HTMLElement>('[data-correct]')?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const takeAddress = (text: string) => onChange({ email: text, address: readEmailAddress(text) });
  return (
    <li ref={element} {...row} className={classNames(styles.row, !canTick && styles.passed)}>
      {isEdited ? (
        <Correction
          person={person}
          onSave={(changed) => {
            onChange({ name: changed.name, email: changed.email, address: readEmailAddress(changed.email) });
            onEdit(false);
          }}
          onCancel={() => onEdit(false)}
        />
      ) : (
        <>
          <label className={styles.tick} htmlFor={id}>
            <input
              id={id}
              type="checkbox"
              checked={isTicked}
              disabled={!canTick}
              onChange={({ target }) => onChange({ ticked: target.checked })}
            />
            <span className={book.who}>
              <NameAndAddress name={name} email={found.emails.length > 1 ? null : email} />
              {found.greetingName ? (
                <span className="dim sm">
                  <T text="You call them {name}" name={found.greetingName} />
                </span>
              ) : null}
              {found.birthday ? (
                <span className="dim sm">{t('Birthday {date}', { date: dateInWords(found.birthday) })}</span>
              ) : null}
              {note ? <strong className={styles.note}>{note}</strong> : null}
            </span>
          </label>
          {found.emails.length > 1 ? (
            <select
              className={styles.addresses}
              aria-label={t('Address of {name}', { name })}
              value={email}
              onChange={({ target }) => takeAddress(target.value)}
            >
              {[...new Set([...found.emails, email])].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          ) : null}
          <Button
            variant="quiet"
            size="sm"
            data-correct
            aria-label={t('Edit {name}', { name })}
            onClick={() => onEdit(true)}
          >
            {t('Edit')}
          </Button>
        </>
      )}
    </li>
  );
}

interface CorrectionProps {
  person: JudgedRow;
  onSave: (changed: { name: string; email: string }) => void;
  onCancel: () => void;
}

function Correction({ person, onSave, onCancel }: CorrectionProps) {
  const { values, field } = useFields({ name: person.name, email: person.email });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ name: plainName(values.name), email: values.email.trim() });
  };
  return (
    <form className={styles.correction} noValidate onSubmit={submit}>
      <TextField ref={selectAtFirst} label={t('Name')} maxLength={NAME_MAX_CHARACTERS} {...field('name')} />
      <EmailField label={t('Email')} maxLength={EMAIL_MAX_CHARACTERS} {...field('email')} />
      <SaveOrCancel busy={false} onCancel={onCancel} />
    </form>
  );
}
