import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './icon.module.css';

/** The icons of the first visit; the others come with the pages (`icon.tsx`). */
export const TICK = <path d="M4 12.5l5.5 5.5L20 6.5" />;
export const CROSS = <path d="M5 5l14 14M19 5L5 19" />;

/** The frame of a 22 px icon. @param directed turns with the line of reading */
export function Drawing({
  directed = false,
  className,
  children,
}: {
  directed?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <svg
      className={classNames(styles.icon, directed && styles.directed, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
