import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '../../../../shared/limits.ts';
import { type Recipient, type RecipientBody, recipientBody } from '../../../../shared/recipients.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { addressInText, isPaste } from '../../../lib/address-in-text.ts';
import { ApiFailure, messageForPerson } from '../../../lib/api.ts';
import styles from './address-book.module.css';

interface EntryFormProps {
  /** absent for somebody new */
  entry?: Recipient;
  onSave: (entry: RecipientBody) => Promise<void>;
  onCancel: () => void;
}

/** Takes an entry's name and address, and how they are called. */
export function EntryForm({ entry, onSave, onCancel }: EntryFormProps) {
  const [name, setName] = useState(entry?.name ?? '');
  const [email, setEmail] = useState(entry?.email ?? '');
  const [greetingName, setGreetingName] = useState(entry?.greetingName ?? '');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.select(), []);

  const extractAddress = (text: string) => {
    const found = addressInText(text);
    const fields = { name: name.trim() || found?.name || name, email: found?.email ?? text };
    setEmail(fields.email);
    if (fields.name !== name.trim()) setName(fields.name);
    return fields;
  };

  const refuse = (found: Record<string, string>) => {
    // Before the focus goes there: by then the field names its error.
    flushSync(() => setProblems(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = recipientBody.safeParse({ ...extractAddress(email), greetingName });
    if (!parsed.success) {
      return refuse(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
    }
    setProblems({});
    setBusy(true);
    try {
      await onSave(parsed.data);
    } catch (error) {
      console.error('The entry was not saved', error);
      const fields = error instanceof ApiFailure ? error.fields : {};
      const sentence = messageForPerson(error, 'Failed to save recipient');
      setBusy(false);
      refuse(Object.keys(fields).length > 0 ? fields : { email: sentence });
    }
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Field label="Name" error={problems.name}>
        {(control) => (
          <input
            {...control}
            ref={first}
            dir="auto"
            autoComplete="off"
            maxLength={NAME_MAX_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Email" error={problems.email}>
        {(control) => (
          <input
            {...control}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={EMAIL_MAX_CHARACTERS}
            value={email}
            onChange={(event) => (isPaste(event) ? extractAddress : setEmail)(event.target.value)}
            onBlur={() => extractAddress(email)}
          />
        )}
      </Field>
      <Field label="How do you call them?" error={problems.greetingName}>
        {(control) => (
          <input
            {...control}
            dir="auto"
            autoComplete="off"
            placeholder={name.trim()}
            maxLength={NAME_MAX_CHARACTERS}
            value={greetingName}
            onChange={(event) => setGreetingName(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button type="submit" size="sm" busy={busy}>
          Save
        </Button>
        <Button variant="secondary" size="sm" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
