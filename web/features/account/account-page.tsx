import { type ReactNode, useId, useState } from 'react';
import { EXPORT_PATH } from '../../../shared/account-data.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { useClientConfig } from '../../lib/client-config.tsx';
import { t } from '../../lib/words.tsx';
import { NameForm } from '../identity/name-form.tsx';
import { wantsHttps } from '../identity/use-new-passkey.ts';
import { ThemeChoice } from '../theme/theme-choice.tsx';
import styles from './account.module.css';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProgramsSection } from './programs-section.tsx';
import { SecurityEvents } from './security-events.tsx';
import { SessionsSection } from './sessions-section.tsx';

const DeleteAccountDialog = lazyDialog(async () => (await import('./delete-account-dialog.tsx')).default);

export function AccountPage() {
  const { passkeys, identity } = useClientConfig();
  return (
    <>
      <h1 className="mb5">{t('Your account')}</h1>
      <Section title={t('Name')}>
        <NameForm />
      </Section>
      <Section title={t('E-mail address')}>
        <EmailSection />
      </Section>
      <Section title={t('Password')}>
        <PasswordSection />
      </Section>
      {passkeys || !isSecureContext ? (
        <Section title={t('Sign in with your face, finger or PIN')}>
          {passkeys ? <PasskeysSection /> : <p className="dim sm">{wantsHttps()}</p>}
        </Section>
      ) : null}
      <Section title={t('Where you are signed in')}>
        <SessionsSection />
        <SecurityEvents />
      </Section>
      {identity.mode === 'embedded' ? (
        <Section title={t('Other programs')}>
          <ProgramsSection />
        </Section>
      ) : null}
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

function DataSection() {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <div className={styles.part}>
        <p>
          {t(
            'Your letters, answers, photos, address book and credits in one zip, with a page that any browser opens, without us.',
          )}
        </p>
        <ButtonLink to={EXPORT_PATH} reloadDocument download variant="secondary" size="sm">
          <Icon name="download" />
          {t('Download everything')}
        </ButtonLink>
      </div>
      <div className={styles.part}>
        <p>{t('Your account is deleted with everything in it, at once.')}</p>
        <Button variant="danger" size="sm" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          {t('Delete your account')}
        </Button>
      </div>
      {asked ? <DeleteAccountDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}
