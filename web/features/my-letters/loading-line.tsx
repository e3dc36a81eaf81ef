import styles from './loading-line.module.css';

/** Loading: a ruled line inked from the left, with what is being fetched written on it. */
export function LoadingLine({ children }: { children: string }) {
  return (
    <p className={styles.line} role="status" data-waiting>
      {children}
    </p>
  );
}
