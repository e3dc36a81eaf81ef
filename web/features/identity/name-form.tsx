import { type FormEvent, useState } from 'react';
import { NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { IMITATION_MESSAGE, isImitation, senderName } from '../../../shared/person-name.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Field } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import { productName } from '../../lib/product-name.ts';
import styles from './forms.module.css';
import { useIdentityAction } from './use-identity-form.ts';
import { usePerson } from './use-person.ts';
import { useRefreshUser } from './use-user.ts';

/** @param current the name that letters carry now */
function problemOf(name: string, current: string): string | null {
  if (name === '') return 'Please enter your name';
  if (name === current) return 'Your letters carry this name already.';
  const { error } = senderName.safeParse(name);
  if (error) return error.issues[0]?.message ?? null;
  return isImitation(name, productName()) ? IMITATION_MESSAGE : null;
}

/** The sender's name in letters. Signing up does not ask for it. */
export function NameForm({ onSaved }: { onSaved?: () => void }) {
  const { displayName } = usePerson();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const { busy, failure, run } = useIdentityAction();
  const [name, setName] = useState(displayName);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = name.trim();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(wanted, displayName);
    setProblem(found);
    if (found) return;
    await run({
      act: async (identity) => {
        await identity.rename(wanted);
        await refreshUser();
        toast({ title: 'Name saved', description: `Your letters come from ${wanted} now.` });
        onSaved?.();
      },
      log: 'The name was not saved',
      failed: 'Name not saved',
      fallback: 'Please try again in a moment.',
    });
  };

  return (
    <form className={styles.nameForm} noValidate onSubmit={save}>
      <Field label="Your name, as letters carry it" error={problem}>
        {(control) => (
          <input
            {...control}
            name="name"
            dir="auto"
            autoComplete="name"
            maxLength={NAME_MAX_CHARACTERS}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy}>
        Save
      </Button>
      <Failure error={failure} what="Name not saved." />
    </form>
  );
}
