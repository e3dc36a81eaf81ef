import { type ReactNode, useId } from 'react';
import styles from './account-section.module.css';

/** A part of the account: its name in the margin, what can be done about it beside that. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
