import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import styles from './forms.module.css';
import { MIN_PASSWORD_CHARACTERS } from './password-policy.ts';
import { useIdentity } from './use-person.ts';

interface CredentialFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  onValue: (value: string) => void;
}

export function EmailField(props: CredentialFieldProps) {
  return <CredentialField autoCapitalize="none" spellCheck={false} {...props} type="email" />;
}

/** The password that the account has now. */
export function PasswordField(props: CredentialFieldProps) {
  return <CredentialField autoComplete="current-password" {...props} type="password" />;
}

/** A password to be set, with the provider's rules for it as the hint. */
export function NewPasswordField(props: CredentialFieldProps) {
  const rules = usePasswordRules();
  return (
    <CredentialField autoComplete="new-password" hint={`It needs ${rules}.`} {...props} type="password" />
  );
}

/** A password that can be shown while it is typed. */
export function RevealablePasswordField(props: CredentialFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.revealable}>
      <CredentialField
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
      />
      <IconButton
        className={styles.reveal}
        icon={shown ? 'eye-off' : 'eye'}
        label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

/** Tells a password manager whose new password a form takes. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} readOnly />;
}

function CredentialField({
  label,
  hint,
  error,
  onValue,
  ...input
}: CredentialFieldProps & { type: 'email' | 'password' | 'text' }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...input} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  );
}

/** What a new password must have, as the provider's policy says: 'at least 6 characters, a digit'. */
export function usePasswordRules(): string {
  const identity = useIdentity();
  const [rules, setRules] = useState([`at least ${MIN_PASSWORD_CHARACTERS} characters`]);
  useEffect(() => {
    identity()
      .then((it) => it.passwordRules())
      .then(setRules)
      // The server checks the password anyway; until the policy is read, the specification's minimum is shown.
      .catch((error: unknown) => console.warn('The password policy could not be read', error));
  }, [identity]);
  return rules.join(', ');
}
