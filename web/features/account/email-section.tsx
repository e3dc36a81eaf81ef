import { useState } from 'react';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Tag } from '../../components/tag.tsx';
import { t } from '../../lib/words.tsx';
import { useIdentityAction, useVerification } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';
import { ChangeEmailDialog } from './change-email-dialog.tsx';

export function EmailSection() {
  const { email, emailVerified, hasPassword } = usePerson();
  const [changing, setChanging] = useState(false);
  return (
    <>
      <p className={styles.address}>
        <span>{email}</span>
        <Tag tone={emailVerified ? 'success' : 'warning'}>
          {emailVerified ? t('Confirmed') : t('Not confirmed yet')}
        </Tag>
      </p>
      {emailVerified ? null : <Verification />}
      {hasPassword ? (
        <>
          <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
            {t('Change address')}
          </Button>
          {changing ? <ChangeEmailDialog onClose={() => setChanging(false)} /> : null}
        </>
      ) : (
        <p className="dim sm">{t('This address comes from Apple, with which you sign in.')}</p>
      )}
    </>
  );
}

function Verification() {
  const { email } = usePerson();
  const { busy, failure, resend } = useVerification();
  const looking = useIdentityAction();

  const lookAgain = () =>
    looking.run({
      act: (identity) => identity.refresh(),
      log: 'The account could not be read again',
      failed: t('Could not look'),
      fallback: msg('Please try again in a moment.'),
    });

  return (
    <>
      <p>
        {t('Open the link we mailed to {email}, so that your letters leave and replies find you.', { email })}
      </p>
      <div className="actions">
        <Button size="sm" busy={busy} onClick={resend}>
          {t('Send the link again')}
        </Button>
        <Button variant="quiet" size="sm" busy={looking.busy} onClick={lookAgain}>
          {t('I opened it elsewhere')}
        </Button>
        <Failure error={failure} what={t('Link not sent.')} />
        <Failure error={looking.failure} what={t('Could not look.')} />
      </div>
    </>
  );
}
