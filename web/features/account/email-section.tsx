import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Tag } from '../../components/tag.tsx';
import { useIdentityAction, useVerification } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';
import styles from './account.module.css';
import { ChangeEmailDialog } from './change-email-dialog.tsx';

/** The e-mail address, whether it is verified, and how to change it. */
export function EmailSection() {
  const { email, emailVerified, hasPassword } = usePerson();
  const [changing, setChanging] = useState(false);
  return (
    <>
      <p className={styles.address}>
        <span>{email}</span>
        <Tag tone={emailVerified ? 'success' : 'warning'}>
          {emailVerified ? 'Verified' : 'Not verified yet'}
        </Tag>
      </p>
      {emailVerified ? null : <Verification />}
      {hasPassword ? (
        <>
          <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
            Change address
          </Button>
          {changing ? <ChangeEmailDialog onClose={() => setChanging(false)} /> : null}
        </>
      ) : (
        <p className="dim sm">This address comes from Apple, with which you sign in.</p>
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
      failed: 'Could not look',
      fallback: 'Please try again in a moment.',
    });

  return (
    <>
      <p>Open the link we mailed to {email}, so that your letters leave and replies find you.</p>
      <div className="actions">
        <Button size="sm" busy={busy} onClick={resend}>
          Send the link again
        </Button>
        <Button variant="quiet" size="sm" busy={looking.busy} onClick={lookAgain}>
          I opened it elsewhere
        </Button>
        <Failure error={failure} what="Link not sent." />
        <Failure error={looking.failure} what="Could not look." />
      </div>
    </>
  );
}
