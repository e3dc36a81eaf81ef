import { useLocation } from 'react-router';
import { ButtonLink } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { Stamp } from '../../components/stamp.tsx';
import { productName } from '../../lib/product-name.ts';
import { t } from '../../lib/words.tsx';
import styles from './not-found.module.css';

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Page title={t('404 Page Not Found')}>
      <div className={styles.envelope}>
        <p className={styles.from}>{productName()}</p>
        <Stamp className={styles.stamp} />
        <p className={styles.hand}>
          <span>{t('Return to sender')}</span>
          {t('No such address on this route')}
        </p>
        <div className={styles.address}>
          <h1>{t('404 Page Not Found')}</h1>
          <p className={styles.struck}>
            <s>
              <bdi dir="ltr">{pathname}</bdi>
            </s>
          </p>
        </div>
      </div>
      <p className="actions">
        <ButtonLink to="/">{t('Back to the letter desk')}</ButtonLink>
        <ButtonLink variant="secondary" to="/my-letters">
          {t('My Letters')}
        </ButtonLink>
      </p>
    </Page>
  );
}
