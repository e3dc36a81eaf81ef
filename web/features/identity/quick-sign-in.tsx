import { useId, useState } from 'react';
import { msg } from '../../../shared/words.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Notice } from '../../components/notice.tsx';
import { useClientConfig } from '../../lib/client-config.tsx';
import { t } from '../../lib/words.tsx';
import styles from './sign-in-screen.module.css';
import { useIdentityAction } from './use-identity-form.ts';

/** Google, which is disabled, and Apple, if configured (spec section 2). */
export function QuickSignIn() {
  const { appleSignIn } = useClientConfig();
  const { busy, failure, run } = useIdentityAction();
  const whyNot = useId();
  const [notSetUp, setNotSetUp] = useState(false);

  const continueWithApple = async () => {
    if (!appleSignIn) return setNotSetUp(true);
    await run({
      act: async (identity) => {
        await identity.signInWithApple();
        return true;
      },
      log: 'Sign in with Apple failed',
      failed: t('Sign in failed'),
      fallback: msg('Failed to sign in with Apple'),
    });
  };

  return (
    <div className={styles.quick}>
      <Button
        variant="secondary"
        disabled
        aria-describedby={whyNot}
        aria-label={t('Google: Temporarily Disabled')}
      >
        {t('Temporarily Disabled')}
      </Button>
      <Notice tone="warning">
        <p id={whyNot}>{t('Google authentication is temporarily disabled. Please use the Email tab.')}</p>
      </Notice>
      <Button className={styles.apple} busy={busy} onClick={continueWithApple}>
        {t('Continue with Apple')}
      </Button>
      <Failure error={failure} what={t('Sign in failed.')} />
      {notSetUp ? (
        <Notice tone="error" title={t('Apple sign-in isn’t set up here')}>
          <p>{t('Please use the Email tab instead.')}</p>
        </Notice>
      ) : null}
    </div>
  );
}
