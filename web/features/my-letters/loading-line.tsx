import styles from './loading-line.module.css';

export function LoadingLine({ children }: { children: string }) {
  return (
    <p className={styles.line} role="status" data-waiting>
      {children}
    </p>
  );
}
