import { type FormEvent, useState } from 'react';
import { NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import styles from './name-form.module.css';
import { signInSentence } from './sign-in-errors.ts';
import { useIdentity, usePerson } from './use-person.ts';
import { useRefreshUser } from './use-user.ts';

/** The name that envelopes and letters carry. Signing up asks for none, so it can be given here. */
export function NameForm() {
  const { displayName } = usePerson();
  const identity = useIdentity();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const [name, setName] = useState(displayName);
  const [open, setOpen] = useState(!displayName);
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    setBusy(true);
    try {
      await (await identity()).rename(name.trim());
      setOpen(false);
      await refreshUser();
    } catch (error) {
      console.error('The name was not saved', error);
      toast({
        tone: 'bad',
        title: 'Name not saved',
        description: signInSentence(error, 'Please try again in a moment.'),
      });
    } finally {
      setBusy(false);
    }
  };

  if (!open) {
    return (
      <Button variant="bare" size="sm" className={styles.change} onClick={() => setOpen(true)}>
        Change your name
      </Button>
    );
  }
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <Field label="Your name, as letters carry it">
        {(control) => (
          <input
            {...control}
            name="name"
            autoComplete="name"
            maxLength={NAME_MAX_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="sm" busy={busy} disabled={!name.trim()}>
        Save
      </Button>
    </form>
  );
}
