import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './summary-card.module.css';

/** A card that lists figures: summary, ledger, receipt. Its last child may be a `SummaryCardFooter`. */
export function SummaryCard({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}

/** The part below a dashed line with two notches. */
export function SummaryCardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.footer, className)} />;
}
