import { type FormEvent, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import { productName } from '../../lib/product-name.ts';
import styles from './email-form.module.css';
import { MIN_PASSWORD_CHARACTERS, TOO_SHORT } from './password-policy.ts';
import { signInSentence } from './sign-in-errors.ts';
import { usePasswordRules } from './use-password-rules.ts';
import { useIdentity } from './use-person.ts';

const ForgotPassword = lazyDialog(async () => ({
  default: (await import('./forgot-password.tsx')).ForgotPassword,
}));

/** E-mail and password, to sign in or to sign up with (spec sections 2, 5 and 8). */
export function EmailForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState<'in' | 'up' | null>(null);
  const [forgot, setForgot] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const identity = useIdentity();
  const toast = useToast();
  const rules = usePasswordRules();
  const hintId = useId();

  const filledIn = () => {
    if (email.trim() && password) return true;
    toast({ tone: 'error', title: 'Missing information', description: 'Please enter both email and password' });
    (email.trim() ? passwordInput : emailInput).current?.focus();
    return false;
  };

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (!filledIn()) return;
    setBusy('in');
    try {
      await (await identity()).signIn(email.trim(), password);
    } catch (error) {
      console.error('Sign in failed', error);
      toast({
        tone: 'error',
        title: 'Sign in failed',
        description: signInSentence(error, 'Failed to sign in'),
      });
      setBusy(null);
    }
  };

  const signUp = async () => {
    if (!filledIn()) return;
    const weak = (description: string) => {
      toast({ tone: 'error', title: 'Weak password', description });
      passwordInput.current?.focus();
    };
    if (password.length < MIN_PASSWORD_CHARACTERS) return weak(TOO_SHORT);
    setBusy('up');
    try {
      const { signUp, passwordProblem } = await identity();
      const problem = await passwordProblem(password);
      if (problem) {
        setBusy(null);
        return weak(problem);
      }
      await signUp(email.trim(), password);
      toast({ title: 'Account created!', description: `Welcome to ${productName()}` });
    } catch (error) {
      console.error('Sign up failed', error);
      toast({
        tone: 'error',
        title: 'Sign up failed',
        description: signInSentence(error, 'Failed to create account'),
      });
      setBusy(null);
    }
  };

  return (
    <>
      <form className={styles.form} noValidate onSubmit={signIn}>
        <Field label="Email">
          {(control) => (
            <input
              {...control}
              ref={emailInput}
              type="email"
              name="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <div className={styles.password}>
          <Field label="Password">
            {(control) => (
              <input
                {...control}
                ref={passwordInput}
                aria-describedby={hintId}
                type={shown ? 'text' : 'password'}
                name="password"
                autoComplete="current-password"
                autoCapitalize="none"
                spellCheck={false}
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <IconButton
            className={styles.eye}
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? 'Hide password' : 'Show password'}
            onClick={() => setShown(!shown)}
          />
        </div>
        <p className={styles.hint} id={hintId}>
          To sign up, choose one with {rules}.
        </p>
        <div className={styles.buttons}>
          <Button type="submit" busy={busy === 'in'} disabled={busy === 'up'}>
            Sign In
          </Button>
          <Button variant="secondary" busy={busy === 'up'} disabled={busy === 'in'} onClick={signUp}>
            Sign Up
          </Button>
        </div>
        <Button variant="quiet" size="sm" className={styles.forgot} onClick={() => setForgot(true)}>
          Forgot password?
        </Button>
      </form>
      {forgot ? <ForgotPassword open onOpenChange={setForgot} email={email} /> : null}
    </>
  );
}
