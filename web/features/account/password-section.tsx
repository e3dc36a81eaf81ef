import { useState } from 'react';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { useToast } from '../../components/toast.tsx';
import { t } from '../../lib/words.tsx';
import { useIdentityAction } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

export function PasswordSection() {
  const { hasPassword } = usePerson();
  const [changing, setChanging] = useState(false);
  return (
    <>
      {hasPassword ? (
        <>
          <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
            {t('Change password')}
          </Button>
          <p className="dim sm">{t('A new password signs you out everywhere else.')}</p>
          {changing ? <ChangePasswordDialog onClose={() => setChanging(false)} /> : null}
        </>
      ) : (
        <FirstPassword />
      )}
    </>
  );
}

function FirstPassword() {
  const { email } = usePerson();
  const toast = useToast();
  const { busy, failure, run } = useIdentityAction();

  const mailLink = () =>
    run({
      act: async (identity) => {
        await identity.sendPasswordReset(email);
        toast({ title: t('Link sent'), description: t('Look for it at {email}', { email }) });
      },
      log: 'No link for a first password',
      failed: t('Link not sent'),
      fallback: msg('Please try again in a moment.'),
    });

  return (
    <>
      <p>
        {t('You sign in with Apple and have no password here. You can choose one, to have another way in.')}
      </p>
      <Button variant="secondary" size="sm" busy={busy} onClick={mailLink}>
        {t('Mail me a link to choose one')}
      </Button>
      <Failure error={failure} what={t('Link not sent.')} />
    </>
  );
}
