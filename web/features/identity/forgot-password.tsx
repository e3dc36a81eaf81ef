import { type FormEvent, useEffect, useId, useState } from 'react';
import { isEmailAddress } from '../../../shared/email-address.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { signInSentence } from './sign-in-errors.ts';
import { useIdentity } from './use-person.ts';

interface ForgotPasswordProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** what was typed on the sign-in screen */
  email: string;
}

/** Mails a reset link. The answer is the same whether or not there is such an account. */
export function ForgotPassword({ open, onOpenChange, email: typed }: ForgotPasswordProps) {
  const form = useId();
  const identity = useIdentity();
  const [email, setEmail] = useState(typed);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    if (!open) return;
    setEmail(typed);
    setSent(false);
    setProblem(null);
  }, [open, typed]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isEmailAddress(email)) return setProblem('Please enter a valid email address');
    setBusy(true);
    setProblem(null);
    try {
      await (await identity()).sendPasswordReset(email.trim());
      setSent(true);
    } catch (error) {
      console.error('No reset link', error);
      setProblem(signInSentence(error, 'We could not send the link. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Forgot password"
      description="We mail you a link to choose a new one."
      width={520}
      footer={
        sent ? (
          <Button onClick={() => onOpenChange(false)}>Done</Button>
        ) : (
          <Button type="submit" form={form} busy={busy}>
            Send the link
          </Button>
        )
      }
    >
      {sent ? (
        <Notice tone="success">
          <p>If {email.trim()} has an account here, a link is on its way to it. It is good for one hour.</p>
        </Notice>
      ) : (
        <form id={form} noValidate onSubmit={submit}>
          <Field label="Email" error={problem}>
            {(control) => (
              <input
                {...control}
                type="email"
                autoComplete="username"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
        </form>
      )}
    </Dialog>
  );
}
