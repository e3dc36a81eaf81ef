import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './fold.module.css';
import { Icon } from './icon.tsx';

interface FoldProps {
  label: ReactNode;
  /** what was chosen inside, so that it is seen while closed */
  chosen?: ReactNode;
  open?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function Fold({ label, chosen, open, className, children }: FoldProps) {
  return (
    <details className={classNames(styles.fold, className)} open={open}>
      <summary className={styles.summary}>
        <b>{label}</b>
        <span className={styles.chosen}>{chosen}</span>
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
}
