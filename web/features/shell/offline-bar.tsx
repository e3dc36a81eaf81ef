import { useSyncExternalStore } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/words.tsx';
import styles from './offline-bar.module.css';

const CHANGES = ['online', 'offline'];

function subscribe(changed: () => void): () => void {
  for (const change of CHANGES) addEventListener(change, changed);
  return () => {
    for (const change of CHANGES) removeEventListener(change, changed);
  };
}

export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={styles.bar}>
      {isOnline ? null : (
        <p className={classNames('page', styles.words)}>
          {t('There is no connection just now. What you write stays on this device.')}
        </p>
      )}
    </div>
  );
}
