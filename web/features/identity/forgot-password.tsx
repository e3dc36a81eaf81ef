import { useId, useState } from 'react';
import { isEmailAddress } from '../../../shared/deliverable-address.ts';
import { INVALID_EMAIL_MESSAGE } from '../../../shared/email-address.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { EmailField } from './credential-fields.tsx';
import { useIdentityForm } from './use-identity-form.ts';

interface ForgotPasswordProps {
  onClose: () => void;
  /** the address of the sign-in screen, shared with it */
  email: string;
  onEmail: (email: string) => void;
}

/** Mails a reset link. The response does not reveal whether the account exists. */
export function ForgotPassword({ onClose, email, onEmail }: ForgotPasswordProps) {
  const form = useId();
  const [sent, setSent] = useState(false);
  const { problems, busy, submit } = useIdentityForm<'email'>({
    check: () => (isEmailAddress(email) ? {} : { email: INVALID_EMAIL_MESSAGE }),
    send: async (identity) => {
      await identity.sendPasswordReset(email.trim());
      setSent(true);
      return undefined;
    },
    log: 'No reset link',
    fallback: 'We could not send the link. Please try again.',
    failed: (sentence) => ({ email: sentence }),
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Forgot password"
      description="We mail you a link to choose a new one."
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
        <Notice tone="success">
          <p>If {email.trim()} has an account here, a link is on its way to it. It is good for one hour.</p>
        </Notice>
      ) : (
        <form id={form} noValidate onSubmit={submit}>
          <EmailField
            label="Email"
            error={problems.email}
            autoComplete="username"
            value={email}
            onValue={onEmail}
          />
        </form>
      )}
    </Dialog>
  );
}
