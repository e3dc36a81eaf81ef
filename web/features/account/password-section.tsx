import { useState } from 'react';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import type { Problems } from '../../components/use-fields.ts';
import { useInvalidation } from '../../lib/queries.ts';
import { t } from '../../lib/words.tsx';
import {
  HiddenUsername,
  NewPasswordField,
  PasswordField,
  useLeastPassword,
} from '../identity/credential-fields.tsx';
import { tooShort } from '../identity/password-policy.ts';
import { useIdentityForm, useLinkByMail } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';

export function PasswordSection() {
  const { hasPassword } = usePerson();
  const [changing, setChanging] = useState(false);
  if (!hasPassword) return <FirstPassword />;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
        {t('Change password')}
      </Button>
      <p className="dim sm">{t('A new password signs you out everywhere else.')}</p>
      {changing ? <ChangePasswordDialog onClose={() => setChanging(false)} /> : null}
    </>
  );
}

function FirstPassword() {
  const { busy, failure, mailLink } = useLinkByMail('No link for a first password', (identity, email) =>
    identity.sendPasswordReset(email),
  );
  return (
    <>
      <p>
        {t('You sign in with Apple and have no password here. You can choose one, to have another way in.')}
      </p>
      <Button variant="secondary" size="sm" busy={busy} onClick={mailLink}>
        {t('Mail me a link to choose one')}
      </Button>
      <Failure error={failure} what={t('Link not sent.')} />
    </>
  );
}

/** Changing the password signs out every other browser. */
function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const invalidate = useInvalidation();
  const { email } = usePerson();
  const least = useLeastPassword();
  const { field, busy, submit } = useIdentityForm({
    initial: { present: '', next: '' },
    check: ({ present, next }) => problemsOf(present, next, least),
    send: async ({ changePassword, passwordProblem }, { present, next }) => {
      const weak = await passwordProblem(next);
      if (weak) return () => ({ next: weak() });
      await changePassword(present, next);
      toast({ title: t('Password changed'), description: t('Every other browser was signed out.') });
      void invalidate('sign-ins');
      onClose();
      return undefined;
    },
    log: 'The password was not changed',
    fallback: msg('The password could not be changed. Please try again.'),
    failed: 'next',
    wrongPassword: () => ({ present: t('That is not your present password.') }),
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t('Change your password')}
      submit={t('Change password')}
      busy={busy}
      onSubmit={submit}
    >
      <HiddenUsername email={email} />
      <PasswordField label={t('Present password')} {...field('present')} />
      <NewPasswordField label={t('New password')} {...field('next')} />
    </FormDialog>
  );
}

function problemsOf(present: string, next: string, least: number): Problems<'present' | 'next'> {
  const problems: Problems<'present' | 'next'> = {};
  if (!present) problems.present = t('Please enter your present password');
  const short = tooShort(next, least);
  if (short) problems.next = short;
  return problems;
}
