import { classNames } from '../lib/class-names.ts';
import { t } from '../lib/words.tsx';
import styles from './loading.module.css';
import { Snail } from './snail.tsx';

export function Loading({ inline = false, label }: { inline?: boolean; label?: string }) {
  return (
    <div
      className={classNames(styles.loading, inline && styles.inline)}
      role="status"
      data-waiting={!inline || undefined}
    >
      <Snail className={styles.snail} />
      <span className={styles.label}>{label ?? t('Loading...')}</span>
    </div>
  );
}
