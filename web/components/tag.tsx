import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './tag.module.css';

export function Tag({ tone, children }: { tone?: 'success' | 'warning'; children: ReactNode }) {
  return <span className={classNames(styles.tag, tone && styles[tone])}>{children}</span>;
}
