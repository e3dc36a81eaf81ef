import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { useToast } from '../../components/toast.tsx';
import { MIN_PASSWORD_CHARACTERS, TOO_SHORT } from '../identity/password-policy.ts';
import { isWrongPassword, signInSentence } from '../identity/sign-in-errors.ts';
import { usePasswordRules } from '../identity/use-password-rules.ts';
import { useIdentity, usePerson } from '../identity/use-person.ts';
import styles from './account-form.module.css';

interface Problems {
  present?: string;
  next?: string;
}

/** The present password proves who is asking; with the new one every other browser is signed out. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const identity = useIdentity();
  const toast = useToast();
  const { email } = usePerson();
  const rules = usePasswordRules();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found: Problems = {};
    if (!present) found.present = 'Please enter your present password';
    if (next.length < MIN_PASSWORD_CHARACTERS) found.next = TOO_SHORT;
    setProblems(found);
    if (found.present || found.next) return;
    setBusy(true);
    try {
      const { changePassword, passwordProblem } = await identity();
      const weak = await passwordProblem(next);
      if (weak) return setProblems({ next: weak });
      await changePassword(present, next);
      toast({ title: 'Password changed', description: 'Every other browser was signed out.' });
      onClose();
    } catch (error) {
      console.error('The password was not changed', error);
      setProblems(
        isWrongPassword(error)
          ? { present: 'That is not your present password.' }
          : { next: signInSentence(error, 'The password could not be changed. Please try again.') },
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Change your password"
      width={520}
      footer={
        <Button type="submit" form={form} busy={busy}>
          Change password
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <Field label="Present password" error={problems.present}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="current-password"
              value={present}
              onChange={(event) => setPresent(event.target.value)}
            />
          )}
        </Field>
        <Field label="New password" hint={`It needs ${rules}.`} error={problems.next}>
          {(control) => (
            <input
              {...control}
              type="password"
              autoComplete="new-password"
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
