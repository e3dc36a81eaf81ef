import { classNames } from '../../lib/class-names.ts';
import { useIsOnline } from '../../lib/use-is-online.ts';
import { t } from '../../lib/words.tsx';
import styles from './offline-bar.module.css';

export function OfflineBar() {
  return (
    <div role="status" className={styles.bar}>
      {useIsOnline() ? null : (
        <p className={classNames('page', styles.words)}>
          {t('There is no connection just now. What you write stays on this device.')}
        </p>
      )}
    </div>
  );
}
