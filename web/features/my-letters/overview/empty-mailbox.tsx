import { Button, ButtonLink } from '../../../components/button.tsx';
import styles from './empty-mailbox.module.css';

interface EmptyMailboxProps {
  /** letters that others wrote to this person, and the way to them; they lie in the Letter Box */
  received?: { words: string; onOpen: () => void } | null;
}

/** An empty pigeonhole, and the way to fill it (spec section 2, /my-letters). */
export function EmptyMailbox({ received = null }: EmptyMailboxProps) {
  return (
    <section className={styles.empty}>
      <div className={styles.front} aria-hidden="true">
        <i className={styles.inside} />
      </div>
      <div className={styles.words}>
        <h1 tabIndex={-1}>No letters yet</h1>
        <p className="dim">Write to someone and their envelope will live here.</p>
        <ButtonLink to="/">Write First Letter</ButtonLink>
        {received ? (
          <div className={styles.received}>
            <p>{received.words}</p>
            <Button variant="secondary" onClick={received.onOpen}>
              Read what they wrote
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}
