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
export function NameForm({ onSaved }: { onSaved?: () => void }) {
  const { displayName } = usePerson();
  const identity = useIdentity();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const [name, setName] = useState(displayName);
  const [busy, setBusy] = useState(false);
  const wanted = name.trim();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!wanted || wanted === displayName) return;
    setBusy(true);
    try {
      await (await identity()).rename(wanted);
      await refreshUser();
      toast({ title: 'Name saved', description: `Your letters come from ${wanted} now.` });
      onSaved?.();
    } catch (error) {
      console.error('The name was not saved', error);
      toast({
        tone: 'error',
        title: 'Name not saved',
        description: signInSentence(error, 'Please try again in a moment.'),
      });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <Field label="Your name, as letters carry it">
        {(control) => (
          <input
            {...control}
            name="name"
            dir="auto"
            autoComplete="name"
            maxLength={NAME_MAX_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy} disabled={!wanted || wanted === displayName}>
        Save
      </Button>
    </form>
  );
}
