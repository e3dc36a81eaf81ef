import { Failure } from '../../components/failure.tsx';
import { Sentences } from '../../components/sentences.tsx';
import { classNames } from '../../lib/class-names.ts';
import { T, t } from '../../lib/words.tsx';
import { useVerification } from '../identity/use-identity-form.ts';
import { usePerson } from '../identity/use-person.ts';
import styles from './verify-bar.module.css';

export function VerifyBar() {
  const { status, email, emailVerified } = usePerson();
  const { busy, failure, mailLink } = useVerification();
  if (status !== 'signed-in' || emailVerified) return null;
  return (
    <aside className={styles.bar} aria-label={t('Confirm your address')}>
      <div className={classNames('page', styles.row)}>
        <Sentences>
          <T text="Confirm {email}: open the link we mailed you." email={<b>{email}</b>} />
          <button type="button" className={styles.again} aria-disabled={busy} onClick={mailLink}>
            {t('Send it again')}
          </button>
        </Sentences>
        <Failure error={failure} what={t('Link not sent.')} />
      </div>
    </aside>
  );
}
