import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { lazyDialog } from '../../components/lazy-dialog.tsx';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import type { Sender } from './letter-mail.ts';
import styles from './own-name.module.css';

const NameDialog = lazyDialog(async () => (await import('../identity/name-dialog.tsx')).NameDialog);

/** Signing up by e-mail asks for no name: beside a name that was derived from the address, a button to set one. */
export function OwnName({ sender, className }: { sender: Sender; className?: string | undefined }) {
  const [asking, setAsking] = useState(false);
  if (!sender.guessed && !asking) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        className={classNames(styles.own, className)}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t('Sign it with another name')}
      </Button>
      {asking ? (
        <NameDialog
          description={t('It stands on the envelope and in the letter.')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
