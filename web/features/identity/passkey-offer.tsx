import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Sentences } from '../../components/sentences.tsx';
import styles from '../../components/strip.module.css';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { t } from '../../lib/words.tsx';
import { notePasskeyOffered } from './passkey-offer-due.ts';
import { useNewPasskey, wantsHttps } from './use-new-passkey.ts';

/** Asks once whether this device, which can, may sign in without the password from now on; over plain HTTP it says why not. */
export default function PasskeyOffer() {
  const [shown, setShown] = useState(false);
  const hide = () => setShown(false);
  const { busy, failure, add } = useNewPasskey(hide);

  useEffect(() => {
    const look = async () => {
      const isAble =
        !isSecureContext ||
        (await globalThis.PublicKeyCredential?.isUserVerifyingPlatformAuthenticatorAvailable());
      if (!isAble) return;
      notePasskeyOffered();
      setShown(true);
    };
    look().catch((error: unknown) => console.info('Whether the device can is not known', error));
  }, []);

  return (
    <div {...useKeptFocus<HTMLDivElement>()} aria-live="polite">
      {shown ? (
        <div className={styles.strip}>
          {isSecureContext ? (
            <>
              <p>
                <Sentences>
                  <b>{t('No password next time?')}</b>
                  {t('This device can sign you in with your face, finger or PIN.')}
                </Sentences>
              </p>
              <Button size="sm" busy={busy} onClick={() => add()}>
                {t('Set it up')}
              </Button>
            </>
          ) : (
            <p>{wantsHttps()}</p>
          )}
          <Button size="sm" variant="secondary" onClick={hide}>
            {isSecureContext ? t('Not now') : t('Close')}
          </Button>
          <Failure error={failure} what={t('Not set up.')} />
        </div>
      ) : null}
    </div>
  );
}
