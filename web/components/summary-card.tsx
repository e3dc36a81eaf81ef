import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './summary-card.module.css';

export function SummaryCard({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}

export function SummaryCardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.footer, className)} />;
}
