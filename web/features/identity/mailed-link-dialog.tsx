import { useState } from 'react';
import { isEmailAddress } from '../../../packages/address-files/deliverable-address.ts';
import { INVALID_EMAIL_MESSAGE } from '../../../shared/email-address.ts';
import { msg } from '../../../shared/words.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { EmailField } from '../../components/text-field.tsx';
import { t } from '../../lib/words.tsx';
import { mailSignInLink } from './mailed-sign-in.ts';
import { useIdentityForm } from './use-identity-form.ts';

/** Which link is mailed. */
export type MailedLink = 'password' | 'sign-in';

const WORDS = {
  password: {
    title: msg('Forgot password'),
    description: msg('We mail you a link to choose a new one.'),
    lasts: msg('It is good for one hour.'),
  },
  'sign-in': {
    title: msg('Sign in by a link'),
    description: msg('We mail you a link that signs you in. No password needed.'),
    lasts: msg('It works once, and only for a short time.'),
  },
};

interface MailedLinkDialogProps {
  link: MailedLink;
  onClose: () => void;
  /** the address of the sign-in screen, shared with it */
  email: string;
  onEmail: (email: string) => void;
}

/** Mails a link to somebody who is not signed in. The response does not reveal whether the account exists. */
export function MailedLinkDialog({ link, onClose, email, onEmail }: MailedLinkDialogProps) {
  const { title, description, lasts } = WORDS[link];
  const [sent, setSent] = useState(false);
  const { problems, busy, submit } = useIdentityForm({
    initial: { email },
    check: () => (isEmailAddress(email) ? {} : { email: t(INVALID_EMAIL_MESSAGE) }),
    send: async (identity) => {
      if (link === 'password') await identity.sendPasswordReset(email.trim());
      else await mailSignInLink(identity, email.trim());
      setSent(true);
      return undefined;
    },
    log: 'No link was mailed',
    fallback: msg('We could not send the link. Please try again.'),
    failed: 'email',
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t(title)}
      description={t(description)}
      submit={t('Send the link')}
      busy={busy}
      onSubmit={submit}
      done={
        sent ? (
          <Notice tone="success">
            <p>
              <Sentences>
                {t('If {email} has an account here, a link is on its way to it.', { email: email.trim() })}
                {t(lasts)}
              </Sentences>
            </p>
          </Notice>
        ) : null
      }
    >
      <EmailField
        label={t('Email')}
        error={problems.email}
        autoComplete="username"
        value={email}
        onText={onEmail}
      />
    </FormDialog>
  );
}
