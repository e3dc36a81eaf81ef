import { Navigate, useLocation } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../lib/words.tsx';
import styles from './account.module.css';

/** State in the browser's history: marks that the account was deleted just before. */
export const JUST_DELETED = 'account-deleted';

/** `/goodbye`: shown after an account was deleted; any other visit is redirected to the start. */
export function Goodbye() {
  const { state } = useLocation();
  if (state !== JUST_DELETED) return <Navigate to="/" replace />;
  return (
    <Page title={t('Goodbye')}>
      <section className={styles.goodbye}>
        <h1>{t('Goodbye')}</h1>
        <p className={styles.goodbyeLead}>
          {t(
            'Your account is deleted, with its letters, answers, photos and address book. What has arrived is with the people it was written for.',
          )}
        </p>
        <p>{t('Thank you for writing by hand. Should you pick up the pen again, there is room for you.')}</p>
        <p>
          <ButtonLink to="/mission" variant="secondary">
            {t('Our Mission')}
          </ButtonLink>
        </p>
      </section>
    </Page>
  );
}
