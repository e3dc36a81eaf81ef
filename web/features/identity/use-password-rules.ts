import { useEffect, useState } from 'react';
import { MIN_PASSWORD_CHARACTERS } from './password-policy.ts';
import { useIdentity } from './use-person.ts';

/** What a new password must have, as the provider's policy says: 'at least 6 characters, a digit'. */
export function usePasswordRules(): string {
  const identity = useIdentity();
  const [rules, setRules] = useState([`at least ${MIN_PASSWORD_CHARACTERS} characters`]);
  useEffect(() => {
    identity()
      .then((it) => it.passwordRules())
      .then(setRules)
      // The server judges in the end; until then the specification's minimum stands there.
      .catch((error: unknown) => console.warn('The password policy could not be read', error));
  }, [identity]);
  return rules.join(', ');
}
