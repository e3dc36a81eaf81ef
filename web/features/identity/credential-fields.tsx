import { type ComponentProps, useEffect, useState } from 'react';
import { type Control, Field } from '../../components/field.tsx';
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

/** The password that the account has now. */
export function PasswordField(props: CredentialFieldProps) {
  return <RevealableField autoComplete="current-password" {...props} />;
}

/** A password to be set, with the provider's rules for it as the hint. */
export function NewPasswordField(props: CredentialFieldProps) {
  const rules = usePasswordRules();
  return <RevealableField autoComplete="new-password" hint={t('It needs {rules}.', { rules })} {...props} />;
}

/** Tells a password manager whose new password a form takes. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} readOnly />;
}

/** A password that can be shown while it is typed. */
function RevealableField({ label, hint, error, onText, ...input }: CredentialFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.revealable}>
          <input
            {...described(control, input)}
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

/** The attributes of both; what a form describes its field by is added to the field's own hint and error. */
function described(control: Control, input: ComponentProps<'input'>): ComponentProps<'input'> {
  const by = [control['aria-describedby'], input['aria-describedby']].filter(Boolean).join(' ');
  return { ...control, ...input, 'aria-describedby': by || undefined };
}

/** Characters that a new password must have; where only the provider's policy knows, the specification's minimum. */
export function useLeastPassword(): number {
  return useClientConfig().identity.minPasswordLength ?? MIN_PASSWORD_CHARACTERS;
}

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
