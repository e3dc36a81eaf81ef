import { classNames } from '../lib/class-names.ts';
import styles from './snail.module.css';

/** A path in 64 × 40 units: the shell, the body, the feelers. */
export const SNAIL =
  'M26 18a2.6 2.6 0 0 1 5.2 0a5.4 5.4 0 0 1-10.8 0a8.2 8.2 0 0 1 16.4 0a11 11 0 0 1-22 0a13.4 13.4 0 0 1 26.6-2c.6 7.6-3.4 13-9 17M3 34.6h45.5c5 0 8.5-3.4 8.5-8.4V16M57 16l-4-7M57 16l4.6-6';

export function Snail({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.snail, className)}
      viewBox="0 0 64 40"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SNAIL} />
    </svg>
  );
}
