import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './card.module.css';

/** A section with a background of its own; on phones from edge to edge. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}
