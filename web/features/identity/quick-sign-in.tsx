import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useToast } from '../../components/toast.tsx';
import { useClientConfig } from '../../lib/client-config.tsx';
import styles from './quick-sign-in.module.css';
import { signInSentence } from './sign-in-errors.ts';
import { useIdentity } from './use-person.ts';

/** Google, which is disabled, and Apple, where it is set up (spec section 2). */
export function QuickSignIn() {
  const { appleSignIn } = useClientConfig();
  const identity = useIdentity();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [notSetUp, setNotSetUp] = useState(false);

  const continueWithApple = async () => {
    if (!appleSignIn) return setNotSetUp(true);
    setBusy(true);
    try {
      await (await identity()).signInWithApple();
    } catch (error) {
      console.error('Sign in with Apple failed', error);
      toast({
        tone: 'error',
        title: 'Sign in failed',
        description: signInSentence(error, 'Failed to sign in with Apple'),
      });
      setBusy(false);
    }
  };

  return (
    <div className={styles.quick}>
      <Button variant="secondary" disabled aria-label="Google: Temporarily Disabled">
        Temporarily Disabled
      </Button>
      <Notice tone="warning">
        <p>Google authentication is temporarily disabled. Please use the Email tab.</p>
      </Notice>
      <Button className={styles.apple} busy={busy} onClick={continueWithApple}>
        Continue with Apple
      </Button>
      {notSetUp ? (
        <Notice tone="error" title="Apple sign-in isn’t set up here">
          <p>Please use the Email tab instead.</p>
        </Notice>
      ) : null}
    </div>
  );
}
