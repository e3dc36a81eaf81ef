import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './tag.module.css';

/** A small label, e.g. of a state or a mail provider. */
export function Tag({ tone, children }: { tone?: 'success' | 'warning' | 'stamp'; children: ReactNode }) {
  return <span className={classNames(styles.tag, tone && styles[tone])}>{children}</span>;
}
