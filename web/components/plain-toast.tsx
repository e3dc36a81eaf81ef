import { useEffect, useState } from 'react';
import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/words.tsx';
import buttons from './button.module.css';
import { Button } from './button.tsx';
import { CROSS, Drawing, TICK } from './drawing.tsx';
import styles from './toast.module.css';

export interface ToastMessage {
  title: string;
  description?: string | undefined;
  tone?: 'success' | 'error';
  action?: { label: string; onAct: () => void };
}

/** Spec section 9, ms. */
export const SHOWN_FOR_MS = 5000;

/** A toast without swipe and keyboard shortcut, for when the code of those cannot be fetched. */
export function PlainToast({ message, number }: { message: ToastMessage; number: number }) {
  const { title, description, tone = 'success', action } = message;
  const [closed, setClosed] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setClosed(number), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [number]);
  const act = () => {
    action?.onAct();
    setClosed(number);
  };
  return (
    // Inserted together with its text: screen readers announce that reliably for alerts only.
    <div className={styles.viewport} role={tone === 'error' ? 'alert' : 'status'}>
      {closed === number ? null : (
        <div className={classNames(styles.toast, tone === 'error' && styles.error)}>
          <span className={styles.sign}>
            <Drawing>{tone === 'error' ? CROSS : TICK}</Drawing>
          </span>
          <div className={styles.text}>
            <div className={styles.title}>{title}</div>
            {description ? <div className="sm dim">{description}</div> : null}
            {action ? (
              <Button variant="quiet" size="sm" className={styles.action} onClick={act}>
                {action.label}
              </Button>
            ) : null}
          </div>
          <button
            type="button"
            title={t('Close')}
            aria-label={t('Close')}
            className={classNames(buttons.iconButton, styles.close)}
            onClick={() => setClosed(number)}
          >
            <Drawing>{CROSS}</Drawing>
          </button>
        </div>
      )}
    </div>
  );
}
