import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './summary-card.module.css';

export function SummaryCard({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}

export function SummaryCardFooter({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.footer, className)} />;
}

export function Facts({ className, ...rest }: ComponentProps<'dl'>) {
  return <dl {...rest} className={classNames(styles.facts, className)} />;
}

interface FactProps extends ComponentProps<'dt'> {
  name: string;
}

export function Fact({ name, className, children, ...rest }: FactProps) {
  return (
    <div className={className}>
      <dt {...rest}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
