import { Page } from '../components/page.tsx';
import { Questions } from '../features/support/questions.tsx';
import { SupportForm } from '../features/support/support-form.tsx';
import styles from '../features/support/support-page.module.css';
import { useClientConfig } from '../lib/client-config.tsx';
import { T, t } from '../lib/words.tsx';

export default function SupportPage() {
  const { supportEmail } = useClientConfig();
  return (
    <Page title={t('Support')} className={styles.support}>
      <section id="contact">
        <div className={styles.head}>
          <h1>{t('Support')}</h1>
          <p className="dim sm">{t('Every box needs an answer.')}</p>
        </div>
        <SupportForm />
        {supportEmail ? (
          <p className="mt4">
            <T text="Or write to {email}" email={<a href={`mailto:${supportEmail}`}>{supportEmail}</a>} />
          </p>
        ) : null}
      </section>
      <Questions />
    </Page>
  );
}
