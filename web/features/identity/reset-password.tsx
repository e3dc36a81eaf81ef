import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Loading } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { useToast } from '../../components/toast.tsx';
import styles from './account-pages.module.css';
import { MIN_PASSWORD_CHARACTERS, TOO_SHORT } from './password-policy.ts';
import { signInSentence } from './sign-in-errors.ts';
import { usePasswordRules } from './use-password-rules.ts';
import { useIdentity } from './use-person.ts';

/** Takes a mailed reset code and a new password. */
export function ResetPassword() {
  const [params] = useSearchParams();
  const code = params.get('oobCode') ?? '';
  const identity = useIdentity();
  const [email, setEmail] = useState<string | null>(null);
  const [dead, setDead] = useState<string | null>(code ? null : 'This link is not complete.');

  useEffect(() => {
    if (!code) return;
    identity()
      .then((it) => it.emailOfResetCode(code))
      .then(setEmail)
      .catch((error: unknown) => {
        console.error('The reset link is not good', error);
        setDead(signInSentence(error, 'This link could not be read. Please ask for a new one.'));
      });
  }, [code, identity]);

  return (
    <section className={styles.page}>
      <h1>Choose a new password</h1>
      {dead ? (
        <>
          <Notice tone="error">
            <p>{dead}</p>
          </Notice>
          <p>
            <ButtonLink to="/">Back to sign-in</ButtonLink>
          </p>
        </>
      ) : null}
      {!dead && !email ? <Loading inline label="Reading your link..." /> : null}
      {!dead && email ? <NewPassword code={code} email={email} /> : null}
    </section>
  );
}

function NewPassword({ code, email }: { code: string; email: string }) {
  const identity = useIdentity();
  const navigate = useNavigate();
  const toast = useToast();
  const rules = usePasswordRules();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password.length < MIN_PASSWORD_CHARACTERS) return setProblem(TOO_SHORT);
    setBusy(true);
    setProblem(null);
    try {
      const { passwordProblem, resetPassword } = await identity();
      const weak = await passwordProblem(password);
      if (weak) return setProblem(weak);
      await resetPassword(code, password);
      toast({ title: 'Password changed', description: 'Please sign in with the new one.' });
      navigate('/', { replace: true });
    } catch (error) {
      console.error('The password was not changed', error);
      setProblem(signInSentence(error, 'The password could not be changed. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label={`New password for ${email}`} error={problem} hint={`It needs ${rules}.`}>
        {(control) => (
          <input
            {...control}
            type="password"
            name="new-password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={busy}>
        Change password
      </Button>
    </form>
  );
}
