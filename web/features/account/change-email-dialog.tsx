import { type FormEvent, useId, useState } from 'react';
import { isEmailAddress } from '../../../shared/email-address.ts';
import { EMAIL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { isWrongPassword, signInSentence } from '../identity/sign-in-errors.ts';
import { useIdentity, usePerson } from '../identity/use-person.ts';
import styles from './account-form.module.css';

interface Problems {
  email?: string;
  password?: string;
}

/** Asks for another address. It counts once the link that is mailed to it was opened. */
export function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const identity = useIdentity();
  const { email: present } = usePerson();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const wanted = email.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(wanted, present, password);
    setProblems(found);
    if (found.email || found.password) return;
    setBusy(true);
    try {
      await (await identity()).askEmailChange(password, wanted);
      setSent(true);
    } catch (error) {
      console.error('The address change was not taken', error);
      setProblems(
        isWrongPassword(error)
          ? { password: 'That is not your password.' }
          : { email: signInSentence(error, 'We could not send the link. Please try again.') },
      );
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Change your address"
      description="We mail a link to the new one. It counts from when you open that."
      width={520}
      footer={
        sent ? (
          <Button onClick={onClose}>Done</Button>
        ) : (
          <Button type="submit" form={form} busy={busy}>
            Send the link
          </Button>
        )
      }
    >
      {sent ? (
        <Notice tone="success" title="A link is on its way">
          <p>
            Open it at {wanted} in a browser where you are signed in. Until then, everything stays with{' '}
            {present}.
          </p>
        </Notice>
      ) : (
        <form id={form} className={styles.form} noValidate onSubmit={submit}>
          <Field label="New e-mail address" error={problems.email}>
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={EMAIL_MAX_CHARACTERS}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <Field label="Your password" error={problems.password}>
            {(control) => (
              <input
                {...control}
                type="password"
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  );
}

function problemsOf(wanted: string, present: string, password: string): Problems {
  const problems: Problems = {};
  if (!isEmailAddress(wanted)) problems.email = 'Please enter a valid email address';
  else if (wanted.toLowerCase() === present.toLowerCase()) problems.email = 'That is your address already.';
  if (!password) problems.password = 'Please enter your password';
  return problems;
}
