import { useState } from 'react';
import { EXPORT_PATH } from '../../../shared/account-data.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { t } from '../../lib/words.tsx';
import styles from './account.module.css';

const DeleteAccountDialog = lazyDialog(async () => (await import('./delete-account-dialog.tsx')).default);

/** Data export and account deletion. */
export function DataSection() {
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
          {t('Take everything along')}
        </ButtonLink>
      </div>
      <div className={styles.part}>
        <p>{t('Or close the desk for good. Everything in it is deleted at once.')}</p>
        <Button variant="danger" size="sm" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          {t('Delete your account')}
        </Button>
      </div>
      {asked ? <DeleteAccountDialog onClose={() => setAsked(false)} /> : null}
    </>
  );
}
