import { NameForm } from '../identity/name-form.tsx';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account-page.module.css';
import { AccountSection } from './account-section.tsx';
import { DataSection } from './data-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Name, address, password, where one is signed in, and how the desk looks. */
export function AccountPage() {
  return (
    <>
      <h1 className={styles.title}>Your account</h1>
      <AccountSection title="Name">
        <NameForm />
      </AccountSection>
      <EmailSection />
      <PasswordSection />
      <SessionsSection />
      <AccountSection title="Appearance">
        <ThemeChoice titled={false} />
      </AccountSection>
      <DataSection />
    </>
  );
}
