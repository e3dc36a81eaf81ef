import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './card.module.css';

/** Paper you work on: a section lying on the desk. On phones it runs from edge to edge. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}
