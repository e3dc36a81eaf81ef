import { type ComponentProps, useEffect, useState } from 'react';
import { Field } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { TextField } from '../../components/text-field.tsx';
import { useClientConfig } from '../../lib/client-config.tsx';
import { t } from '../../lib/words.tsx';
import styles from './forms.module.css';
import {
  atLeast,
  MIN_PASSWORD_CHARACTERS,
  type PasswordRules,
  rulesInWords,
  rulesOf,
} from './password-policy.ts';
import { useIdentity } from './use-person.ts';

type CredentialFieldProps = ComponentProps<typeof TextField>;

/** A password to be set, with the provider's rules for it as the hint. */
export function NewPasswordField(props: CredentialFieldProps) {
  const rules = usePasswordRules();
  return <PasswordField autoComplete="new-password" hint={t('It needs {rules}.', { rules })} {...props} />;
}

/** Tells a password manager whose new password a form takes. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} readOnly />;
}

/** The password that the account has now, unless `autoComplete` says otherwise. It can be shown while it is typed. */
export function PasswordField({ label, hint, error, onText, ...input }: CredentialFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.revealable}>
          <input
            autoComplete="current-password"
            {...input}
            {...control}
            autoCapitalize="none"
            spellCheck={false}
            type={shown ? 'text' : 'password'}
            onChange={(event) => onText(event.target.value, event)}
          />
          <IconButton
            className={styles.reveal}
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? t('Hide password') : t('Show password')}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  );
}

/** Characters that a new password must have; where only the provider's policy knows, the specification's minimum. */
export const useLeastPassword = (): number =>
  useClientConfig().identity.minPasswordLength ?? MIN_PASSWORD_CHARACTERS;

/** What a new password must have, as the provider's policy says: 'at least 6 characters, a digit'. */
export function usePasswordRules(): string {
  const identity = useIdentity();
  const least = useLeastPassword();
  const [policy, setPolicy] = useState<PasswordRules | null>(null);
  useEffect(() => {
    identity()
      .then((it) => it.passwordRules())
      .then(setPolicy)
      // The server checks the password anyway; until the policy is read, the specification's minimum is shown.
      .catch((error: unknown) => console.warn('The password policy could not be read', error));
  }, [identity]);
  return rulesInWords(policy ? rulesOf(policy) : [atLeast(least)]);
}
