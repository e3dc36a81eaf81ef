import { type FormEvent, useState } from 'react';
import { displayNameOf } from '../../../shared/display-name.ts';
import { sentenceOf } from '../../../shared/errors.ts';
import { SENDER_NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { IMITATION_MESSAGE, isImitation, senderName } from '../../../shared/person-name.ts';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useToast } from '../../components/toast.tsx';
import { productName } from '../../lib/product-name.ts';
import { useWordedState } from '../../lib/worded-state.ts';
import { say, t } from '../../lib/words.tsx';
import styles from './forms.module.css';
import { useIdentityAction } from './use-identity-form.ts';
import { usePerson } from './use-person.ts';
import { useRefreshUser } from './use-user.ts';

/** @param current the name that letters carry now */
function problemOf(name: string, current: string): string | null {
  if (name === '') return t('Please enter your name');
  if (name === current) return t('Your letters carry this name already.');
  const { error } = senderName.safeParse(name);
  const [issue] = error?.issues ?? [];
  if (issue) return say(sentenceOf(issue));
  return isImitation(name, productName()) ? t(IMITATION_MESSAGE) : null;
}

/** The sender's name in letters. Signing up does not ask for it. */
export function NameForm({ onSaved }: { onSaved?: () => void }) {
  const { displayName, email } = usePerson();
  const refreshUser = useRefreshUser();
  const toast = useToast();
  const { busy, failure, run } = useIdentityAction();
  const [name, setName] = useState(displayNameOf({ displayName, email }));
  const [problem, setProblem] = useWordedState<string | null>(null);
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
        toast({
          title: t('Name saved'),
          description: t('Your letters come from {name} now.', { name: wanted }),
        });
        onSaved?.();
      },
      log: 'The name was not saved',
      failed: t('Name not saved'),
      fallback: msg('Please try again in a moment.'),
    });
  };

  return (
    <form className={styles.nameForm} noValidate onSubmit={save}>
      <TextField
        label={t('Your name, as letters carry it')}
        hint={displayName ? null : t('We guessed it from your address.')}
        error={problem}
        name="name"
        autoComplete="name"
        maxLength={SENDER_NAME_MAX_CHARACTERS}
        value={name}
        onText={(text) => {
          setName(text);
          setProblem(null);
        }}
      />
      <Button type="submit" variant="secondary" busy={busy}>
        {t('Save')}
      </Button>
      <Failure error={failure} what={t('Name not saved.')} />
    </form>
  );
}
