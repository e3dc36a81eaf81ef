import { ButtonLink } from '../../components/button.tsx';
import styles from './empty-mailbox.module.css';

/** An empty pigeonhole, and the way to fill it (spec section 2, /my-letters). */
export function EmptyMailbox() {
  return (
    <section className={styles.empty}>
      <div className={styles.front} aria-hidden="true">
        <i className={styles.inside} />
      </div>
      <div className={styles.words}>
        <h1 tabIndex={-1}>No letters yet</h1>
        <p className="dim">Write to someone and their envelope will live here.</p>
        <ButtonLink to="/">Write First Letter</ButtonLink>
      </div>
    </section>
  );
}
