import { type ReactNode, useId } from 'react';
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
      <h1 className={styles.title}>Your account</h1>
      <Section title="Name">
        <NameForm />
      </Section>
      <Section title="E-mail address">
        <EmailSection />
      </Section>
      <Section title="Password">
        <PasswordSection />
      </Section>
      <Section title="Where you are signed in">
        <SessionsSection />
      </Section>
      <Section title="Appearance">
        <ThemeChoice titled={false} />
      </Section>
      <Section title="What is yours">
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
