import { type ReactNode, useId } from 'react';
import { useClientConfig } from '../../lib/client-config.tsx';
import { t } from '../../lib/words.tsx';
import { NameForm } from '../identity/name-form.tsx';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account.module.css';
import { DataSection } from './data-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function AccountPage() {
  const { passkeys } = useClientConfig();
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
      {passkeys ? (
        <Section title={t('Sign in with your face, finger or PIN')}>
          <PasskeysSection />
        </Section>
      ) : null}
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
