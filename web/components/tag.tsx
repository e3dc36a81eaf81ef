import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './tag.module.css';

/** A small written label: a paper's name, a mail provider, a state. */
export function Tag({ tone, children }: { tone?: 'success' | 'warning' | 'stamp'; children: ReactNode }) {
  return <span className={classNames(styles.tag, tone && styles[tone])}>{children}</span>;
}
