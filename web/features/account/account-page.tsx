import { type ReactNode, useId } from 'react';
import { t } from '../../lib/words.tsx';
import { NameForm } from '../identity/name-form.tsx';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account.module.css';
import { DataSection } from './data-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function AccountPage() {
  return (
    <>
      <h1 className={styles.title}>{t('Your account')}</h1>
      <Section title={t('Name')}>
        <NameForm />
      </Section>
      <Section title={t('E-mail address')}>
        <EmailSection />
      </Section>
      <Section title={t('Password')}>
        <PasswordSection />
      </Section>
      <Section title={t('Where you are signed in')}>
        <SessionsSection />
      </Section>
      <Section title={t('Appearance')}>
        <ThemeChoice titled={false} />
      </Section>
      <Section title={t('What is yours')}>
        <DataSection />
      </Section>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
