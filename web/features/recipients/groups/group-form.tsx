import { type FormEvent, useEffect, useRef, useState } from 'react';
import { GROUP_NAME_MAX_CHARACTERS, RECIPIENTS_PER_LETTER } from '../../../../shared/limits.ts';
import type { GroupBody, RecipientGroup } from '../../../../shared/recipient-groups.ts';
import type { Recipient } from '../../../../shared/recipients.ts';
import { joinSentences } from '../../../../shared/words.ts';
import { Button } from '../../../components/button.tsx';
import { SaveOrCancel } from '../../../components/save-or-cancel.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { fieldProblem } from '../../../lib/api.ts';
import { useAction } from '../../../lib/use-action.ts';
import { language, n, t } from '../../../lib/words.tsx';
import book from '../address-book/address-book.module.css';
import { EntryDeletion } from '../address-book/entry-deletion.tsx';
import { usePeopleSearch } from '../address-book/search-people.tsx';
import styles from './groups.module.css';

/** People shown at once; a search finds the others. */
const SHOWN = 30;

interface GroupFormProps {
  /** absent for a new one */
  group?: RecipientGroup;
  people: readonly Recipient[];
  onSave: (body: GroupBody) => Promise<void>;
  onDelete?: () => Promise<void>;
  onCancel: () => void;
}

function chosenInWords(chosen: number, isFull: boolean, hidden: number): string {
  if (hidden <= 0) {
    return isFull
      ? n(chosen, '{n} chosen: as many as one letter goes to', '{n} chosen: as many as one letter goes to')
      : n(chosen, '{n} chosen', '{n} chosen');
  }
  const first = isFull
    ? n(chosen, '{n} chosen: as many as one letter goes to.', '{n} chosen: as many as one letter goes to.')
    : n(chosen, '{n} chosen.', '{n} chosen.');
  const more = n(hidden, '{n} more are found by their names.', '{n} more are found by their names.');
  return joinSentences([first, more], language());
}

export function GroupForm({ group, people, onSave, onDelete, onCancel }: GroupFormProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(group?.recipientIds));
  // Leaves out people who are no longer in the address book.
  const chosen = new Set(people.flatMap(({ id }) => (ticked.has(id) ? [id] : [])));
  const [deleting, setDeleting] = useState(false);
  const { run, busy, failure } = useAction('The group was not saved', onSave);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.select(), []);
  const members = new Set(group?.recipientIds);
  const { found: byName, box } = usePeopleSearch(people);
  const found = byName.toSorted((one, other) => Number(members.has(other.id)) - Number(members.has(one.id)));
  const isFull = chosen.size >= RECIPIENTS_PER_LETTER;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await run({ name, recipientIds: [...chosen] }))) first.current?.focus();
  };

  const toggle = (id: number) =>
    setTicked((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return (
    <form {...useKeptFocus<HTMLFormElement>()} className={book.form} noValidate onSubmit={submit}>
      <TextField
        ref={first}
        label={t('Name of the group')}
        error={
          failure ? fieldProblem(failure, 'name', t('The group was not saved. Please try once more.')) : null
        }
        maxLength={GROUP_NAME_MAX_CHARACTERS}
        value={name}
        onText={setName}
      />
      <fieldset className={styles.members}>
        <legend>{t('Who is in it?')}</legend>
        {box}
        {found.slice(0, SHOWN).map((one) => (
          <label key={one.id} className={`check ${styles.member}`}>
            <input
              type="checkbox"
              checked={chosen.has(one.id)}
              disabled={isFull && !chosen.has(one.id)}
              onChange={() => toggle(one.id)}
            />
            <span>
              <bdi>{one.name}</bdi>
              <small className="dim xs">
                <bdi>{one.email}</bdi>
              </small>
            </span>
          </label>
        ))}
        <p role="status" className="dim">
          {chosenInWords(chosen.size, isFull, found.length - SHOWN)}
        </p>
      </fieldset>
      {group && onDelete && deleting ? (
        <EntryDeletion name={group.name} onDelete={onDelete} onKeep={() => setDeleting(false)} />
      ) : (
        <SaveOrCancel busy={busy} onCancel={onCancel}>
          {onDelete ? (
            <Button variant="danger" size="sm" disabled={busy} onClick={() => setDeleting(true)}>
              {t('Delete group')}
            </Button>
          ) : null}
        </SaveOrCancel>
      )}
    </form>
  );
}
