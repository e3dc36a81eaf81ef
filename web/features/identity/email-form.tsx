import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { useToast } from '../../components/toast.tsx';
import { productName } from '../../lib/product-name.ts';
import { signedOutForInactivity } from './auto-sign-out.ts';
import { EmailField, RevealablePasswordField, usePasswordRules } from './credential-fields.tsx';
import { MIN_PASSWORD_CHARACTERS, TOO_SHORT } from './password-policy.ts';
import styles from './sign-in-screen.module.css';
import { useIdentityAction } from './use-identity-form.ts';

const ForgotPassword = lazyDialog(async () => ({
  default: (await import('./forgot-password.tsx')).ForgotPassword,
}));

/** E-mail and password, to sign in or to sign up with (spec sections 2, 5 and 8). */
export function EmailForm() {
  const [email, setEmail] = useState(() => signedOutForInactivity() ?? '');
  const [password, setPassword] = useState('');
  const [forgot, setForgot] = useState(false);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const signingIn = useIdentityAction();
  const signingUp = useIdentityAction();
  const toast = useToast();
  const rules = usePasswordRules();
  // Whoever was signed out for inactivity goes on with the password.
  useEffect(() => {
    if (signedOutForInactivity()) passwordInput.current?.focus();
  }, []);
  const hintId = useId();

  const filledIn = () => {
    if (email.trim() && password) return true;
    toast({
      tone: 'error',
      title: 'Missing information',
      description: 'Please enter both email and password',
    });
    (email.trim() ? passwordInput : emailInput).current?.focus();
    return false;
  };

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (!filledIn()) return;
    await signingIn.run({
      act: async (identity) => {
        await identity.signIn(email.trim(), password);
        return true;
      },
      log: 'Sign in failed',
      failed: 'Sign in failed',
      fallback: 'Failed to sign in',
    });
  };

  const signUp = async () => {
    if (!filledIn()) return;
    const weak = (description: string) => {
      toast({ tone: 'error', title: 'Weak password', description });
      passwordInput.current?.focus();
    };
    if (password.length < MIN_PASSWORD_CHARACTERS) return weak(TOO_SHORT);
    await signingUp.run({
      act: async (identity) => {
        const problem = await identity.passwordProblem(password);
        if (problem) return weak(problem);
        await identity.signUp(email.trim(), password);
        toast({ title: 'Account created!', description: `Welcome to ${productName()}` });
        return true;
      },
      log: 'Sign up failed',
      failed: 'Sign up failed',
      fallback: 'Failed to create account',
    });
  };

  return (
    <>
      <form className={styles.form} noValidate onSubmit={signIn}>
        <EmailField
          label="Email"
          ref={emailInput}
          name="email"
          autoComplete="username"
          value={email}
          onValue={setEmail}
        />
        <RevealablePasswordField
          label="Password"
          ref={passwordInput}
          aria-describedby={hintId}
          name="password"
          value={password}
          onValue={setPassword}
        />
        <p className={styles.hint} id={hintId}>
          To sign up, choose one with {rules}.
        </p>
        <div className={styles.buttons}>
          <Button type="submit" busy={signingIn.busy} disabled={signingUp.busy}>
            Sign In
          </Button>
          <Button variant="secondary" busy={signingUp.busy} disabled={signingIn.busy} onClick={signUp}>
            Sign Up
          </Button>
        </div>
        <Button variant="quiet" size="sm" className={styles.forgot} onClick={() => setForgot(true)}>
          Forgot password?
        </Button>
      </form>
      {forgot ? <ForgotPassword onClose={() => setForgot(false)} email={email} /> : null}
    </>
  );
}
