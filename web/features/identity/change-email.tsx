import { useState } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { t } from '../../lib/words.tsx';
import { MailedCode } from './mailed-code.tsx';
import { usePerson } from './use-person.ts';
import { useRefreshUser } from './use-user.ts';

/** `/change-email?oobCode=`: target of the link mailed to a new address. */
export function ChangeEmail() {
  const { email } = usePerson();
  const refreshUser = useRefreshUser();
  const [isChanged, setChanged] = useState(false);
  const toAccount = (
    <p>
      <ButtonLink to="/account">{t('Your account')}</ButtonLink>
    </p>
  );
  return (
    <MailedCode
      title={t('Change your address')}
      asking={t('Changing your address...')}
      refused={t('The address was not changed')}
      instead={toAccount}
      isApplied={isChanged}
      onApplied={() => {
        setChanged(true);
        return refreshUser();
      }}
    >
      <h1>{t('Your address is changed')}</h1>
      <p className="letter">
        {t('You sign in with {email} from now on, and answers to your letters come there.', { email })}
      </p>
      {toAccount}
    </MailedCode>
  );
}
