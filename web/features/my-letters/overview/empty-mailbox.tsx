import { ButtonLink } from '../../../components/button.tsx';
import { usePerson } from '../../identity/use-person.ts';
import styles from './empty-mailbox.module.css';

/** 'No letters yet' (spec section 2, /my-letters). */
export function EmptyMailbox() {
  const { email, emailVerified } = usePerson();
  return (
    <section className={styles.empty}>
      <div className={styles.front} aria-hidden="true">
        <i className={styles.inside} />
      </div>
      <div className={styles.text}>
        <h1 tabIndex={-1}>No letters yet</h1>
        <p className="dim">Write to someone and their envelope will live here.</p>
        <ButtonLink to="/">Write First Letter</ButtonLink>
        {emailVerified ? null : (
          <p className={styles.received}>
            Letters that were sent to {email} wait until you open the link that we mailed there: it shows them
            here.
          </p>
        )}
      </div>
    </section>
  );
}
