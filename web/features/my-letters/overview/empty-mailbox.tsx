import { Button, ButtonLink } from '../../../components/button.tsx';
import { Failure } from '../../../components/failure.tsx';
import { t } from '../../../lib/words.tsx';
import { useVerification } from '../../identity/use-identity-form.ts';
import { usePerson } from '../../identity/use-person.ts';
import styles from './empty-mailbox.module.css';

/** @param overview it stands for all letters, not for those with one person: some may wait for an unverified address */
export function EmptyMailbox({ overview = false }: { overview?: boolean }) {
  const { emailVerified } = usePerson();
  return (
    <section className={styles.empty}>
      <div className={styles.front} aria-hidden="true">
        <i className={styles.inside} />
      </div>
      <div className={styles.text}>
        <h1 tabIndex={-1}>{t('No letters yet')}</h1>
        <p className="dim">{t('Write to someone and their envelope will live here.')}</p>
        <ButtonLink to="/">{t('Write First Letter')}</ButtonLink>
        {overview && !emailVerified ? <Unverified /> : null}
      </div>
    </section>
  );
}

/** For whoever signed up to read what was sent to them, and has not opened the link yet. */
function Unverified() {
  const { email } = usePerson();
  const { busy, failure, mailLink } = useVerification();
  return (
    <div className={styles.received}>
      <h2>{t('One link shows the letters sent to you')}</h2>
      <p>
        {t('We mailed it to {email}. Open it, and the letters that were sent to you there show here.', {
          email,
        })}
      </p>
      <Button variant="secondary" busy={busy} onClick={mailLink}>
        {t('Mail the link again')}
      </Button>
      <Failure error={failure} what={t('Link not sent.')} />
    </div>
  );
}
