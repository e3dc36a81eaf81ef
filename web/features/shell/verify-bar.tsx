import { useState } from 'react';
import { useToast } from '../../components/toast.tsx';
import { classNames } from '../../lib/class-names.ts';
import { signInSentence } from '../identity/sign-in-errors.ts';
import { useIdentity, usePerson } from '../identity/use-person.ts';
import styles from './verify-bar.module.css';

/** A kind word about an address that isn't verified yet, with the link once more. */
export function VerifyBar() {
  const { status, email, emailVerified } = usePerson();
  const identity = useIdentity();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  if (status !== 'signed-in' || emailVerified) return null;

  const resend = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await (await identity()).sendVerification();
      toast({ title: 'Link sent', description: `Look for it at ${email}` });
    } catch (error) {
      toast({
        tone: 'bad',
        title: 'Link not sent',
        description: signInSentence(error, 'Please try again in a moment.'),
      });
    } finally {
      setBusy(false);
    }
  };

  return (
    <aside className={styles.bar} aria-label="Verify your address">
      <div className={classNames('page', styles.row)}>
        Please verify <b>{email}</b>: open the link we mailed you, so that replies can find you.{' '}
        <button type="button" className={styles.again} aria-disabled={busy} onClick={resend}>
          Send it again
        </button>
      </div>
    </aside>
  );
}
