import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './summary-card.module.css';

/** The counter's slip: what was asked, given and paid. Its last part may be a `SummaryCardFooter`. */
export function SummaryCard({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}

/** The half below the tear line, with the two notches of its perforation. */
export function SummaryCardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.footer, className)} />;
}
