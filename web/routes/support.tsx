import { Page } from '../components/page.tsx';
import { Questions } from '../features/support/questions.tsx';
import { SupportForm } from '../features/support/support-form.tsx';
import styles from '../features/support/support-page.module.css';
import { useClientConfig } from '../lib/client-config.tsx';

/** `/support`: contact form and frequent questions. */
export default function SupportPage() {
  const { supportEmail } = useClientConfig();
  return (
    <Page title="Support" className={styles.support}>
      <section id="contact">
        <div className={styles.head}>
          <h1>Support</h1>
          <p className="dim sm">Every box needs an answer.</p>
        </div>
        <SupportForm />
        {supportEmail ? (
          <p className={styles.direct}>
            Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
        ) : null}
      </section>
      <Questions />
    </Page>
  );
}
