import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useToast } from '../../components/toast.tsx';
import { t } from '../../lib/words.tsx';
import { HiddenUsername, NewPasswordField, useLeastPassword } from './credential-fields.tsx';
import styles from './forms.module.css';
import { LinkRefused } from './mailed-code.tsx';
import { tooShort } from './password-policy.ts';
import { signInSentence } from './sign-in-errors.ts';
import { useIdentityForm } from './use-identity-form.ts';
import { useIdentity } from './use-person.ts';

/** `/reset-password?oobCode=`, target of the link in the reset mail: takes its code and a new password. */
export function ResetPassword() {
  const [params] = useSearchParams();
  const code = params.get('oobCode') ?? '';
  const identity = useIdentity();
  const [email, setEmail] = useState<string | null>(null);
  const [linkProblem, setLinkProblem] = useState<string | null>(
    code ? null : t('This link is not complete.'),
  );

  useEffect(() => {
    if (!code) return;
    identity()
      .then((it) => it.emailOfResetCode(code))
      .then(setEmail)
      .catch((error: unknown) => {
        console.error('The reset link is invalid', error);
        setLinkProblem(signInSentence(error, t('This link could not be read. Please ask for a new one.')));
      });
  }, [code, identity]);

  return (
    <Page title={t('Choose a new password')}>
      <section className={styles.linkPage}>
        <h1>{t('Choose a new password')}</h1>
        {linkProblem ? (
          <LinkRefused
            why={linkProblem}
            hint={t('‘Forgot password?’ on the sign-in screen mails you a new one.')}
          />
        ) : null}
        {!linkProblem && !email ? <Loading inline label={t('Reading your link...')} /> : null}
        {!linkProblem && email ? <NewPassword code={code} email={email} /> : null}
      </section>
    </Page>
  );
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const navigate = useNavigate();
  const toast = useToast();
  const least = useLeastPassword();
  const { field, busy, submit } = useIdentityForm({
    initial: { password: '' },
    check: ({ password }) => {
      const short = tooShort(password, least);
      return short ? { password: short } : {};
    },
    send: async ({ passwordProblem, resetPassword }, { password }) => {
      const weak = await passwordProblem(password);
      if (weak) return () => ({ password: weak() });
      await resetPassword(code, password);
      toast({ title: t('Password changed'), description: t('Please sign in with the new one.') });
      navigate('/', { replace: true, state: { email } });
      return undefined;
    },
    log: 'The password was not changed',
    fallback: msg('The password could not be changed. Please try again.'),
    failed: 'password',
  });

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <HiddenUsername email={email} />
      <NewPasswordField
        label={t('New password for {email}', { email })}
        name="new-password"
        {...field('password')}
      />
      <Button type="submit" busy={busy}>
        {t('Change password')}
      </Button>
    </form>
  );
}
