import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { EmailField } from '../../components/text-field.tsx';
import { useFormToast, useToast } from '../../components/toast.tsx';
import type { Problems } from '../../components/use-fields.ts';
import { useClientConfig } from '../../lib/client-config.tsx';
import { productName } from '../../lib/product-name.ts';
import { t } from '../../lib/words.tsx';
import { signedOutForInactivity } from './auto-sign-out.ts';
import { PasswordField, useLeastPassword, usePasswordRules } from './credential-fields.tsx';
import type { Identity } from './identity.ts';
import type { MailedLink } from './mailed-link-dialog.tsx';
import { suggestPasskeys } from './passkey-autofill.ts';
import { notePasswordSignIn } from './passkey-offer-due.ts';
import { tooShort } from './password-policy.ts';
import { isAboutAddress, signInSentence } from './sign-in-errors.ts';
import styles from './sign-in-screen.module.css';
import { type Action, useIdentityAction } from './use-identity-form.ts';

const MailedLinkDialog = lazyDialog(async () => (await import('./mailed-link-dialog.tsx')).MailedLinkDialog);

/** What is wrong, worded when it is shown. */
type Refused = () => Problems<'email' | 'password'>;
const NOTHING: Refused = () => ({});

/**
 * E-mail and password, to sign in or to sign up with (spec sections 2, 5 and 8). What is wrong is said in the specified
 * notification, and stays beside its field until the next attempt.
 */
export function EmailForm() {
  const { state } = useLocation();
  const [email, setEmail] = useState(() => emailOf(state) || (signedOutForInactivity() ?? ''));
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Refused>(() => NOTHING);
  // What was pressed last, so that password managers offer a new password to whoever signs up.
  const [isNew, setIsNew] = useState(false);
  const [link, setLink] = useState<MailedLink | null>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const signingIn = useIdentityAction();
  const signingUp = useIdentityAction();
  const toast = useToast();
  const toastFailure = useFormToast();
  const { passkeys } = useClientConfig();
  const rules = usePasswordRules();
  const least = useLeastPassword();

  const refuse = (title: string, description: string, found: Refused) => {
    toastFailure({ tone: 'error', title, description });
    setProblems(() => found);
    (found().email ? emailInput : passwordInput).current?.focus();
  };

  const begin = (signsUp: boolean) => {
    setIsNew(signsUp);
    setProblems(() => NOTHING);
    if (email.trim() && password) return true;
    refuse(t('Missing information'), t('Please enter both email and password'), () => ({
      ...(email.trim() ? {} : { email: t('Please enter your email') }),
      ...(password ? {} : { password: t('Please enter a password') }),
    }));
    return false;
  };

  const refused = (title: string) => (sentence: () => string, error: unknown) =>
    refuse(title, sentence(), () =>
      isAboutAddress(error) ? { email: sentence() } : { password: sentence() },
    );

  const enter = (failed: Action['failed'], how: (identity: Identity) => Promise<unknown>) =>
    signingIn.run({
      act: (identity) => how(identity).then(() => true),
      log: 'Sign in failed',
      failed,
      fallback: msg('Failed to sign in'),
    });

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    if (!begin(false)) return;
    await enter(refused(t('Sign in failed')), async (identity) => {
      await identity.signIn(email.trim(), password);
      notePasswordSignIn();
    });
  };

  const signInByPasskey = useEffectEvent((customToken: string) => {
    void enter(t('Sign in failed'), (identity) => identity.signInWithPasskey(customToken));
  });
  const passkeyRefused = useEffectEvent((error: unknown) => {
    console.error('Sign in by passkey failed', error);
    const description = signInSentence(error, t('Failed to sign in'));
    toastFailure({ tone: 'error', title: t('Sign in failed'), description });
  });
  const suggests = passkeys && !signingIn.busy && !signingUp.busy;
  useEffect(
    () => (suggests ? suggestPasskeys({ signIn: signInByPasskey, failed: passkeyRefused }) : undefined),
    [suggests],
  );

  const signUp = async () => {
    if (!begin(true)) return;
    const weak = (problem: () => string) =>
      refuse(t('Weak password'), problem(), () => ({ password: problem() }));
    const short = () => tooShort(password, least) ?? '';
    if (short()) return weak(short);
    await signingUp.run({
      act: async (identity) => {
        const problem = await identity.passwordProblem(password);
        if (problem) return weak(problem);
        await identity.signUp(email.trim(), password);
        toast({
          title: t('Account created!'),
          description: t('Welcome to {product}', { product: productName() }),
        });
        return true;
      },
      log: 'Sign up failed',
      failed: refused(t('Sign up failed')),
      fallback: msg('Failed to create account'),
    });
  };

  return (
    <>
      <form className="stack" noValidate onSubmit={signIn}>
        <EmailField
          label={t('Email')}
          ref={emailInput}
          error={problems().email}
          name="email"
          autoComplete="username webauthn"
          value={email}
          onText={setEmail}
        />
        <PasswordField
          label={t('Password')}
          ref={passwordInput}
          error={problems().password}
          hint={t('To sign up, choose one with {rules}.', { rules })}
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          value={password}
          onText={setPassword}
        />
        <div className={styles.buttons}>
          <Button type="submit" busy={signingIn.busy} disabled={signingUp.busy}>
            {t('Sign In')}
          </Button>
          <Button variant="secondary" busy={signingUp.busy} disabled={signingIn.busy} onClick={signUp}>
            {t('Sign Up')}
          </Button>
        </div>
        <p className={styles.instead}>
          <Button variant="quiet" size="sm" onClick={() => setLink('sign-in')}>
            {t('Mail me a link instead')}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setLink('password')}>
            {t('Forgot password?')}
          </Button>
        </p>
      </form>
      {link ? (
        <MailedLinkDialog link={link} onClose={() => setLink(null)} email={email} onEmail={setEmail} />
      ) : null}
    </>
  );
}

/** The address that a page before this one knew, such as the one whose password was just set. */
function emailOf(state: unknown): string {
  const known = typeof state === 'object' && state !== null && 'email' in state ? state.email : null;
  return typeof known === 'string' ? known : '';
}
