import { Link } from 'react-router';
import { useUnread } from '../live/unread.ts';
import { mailboxPath } from '../recipients-panel/chosen-recipient.ts';
import styles from './new-replies.module.css';

/** Names at most: the rest are marked in the pigeonholes. */
const SHOWN = 5;

/** Who has answered since one last looked, the latest first; nothing when nobody has. */
export function NewReplies() {
  const { data } = useUnread();
  if (!data || data.total === 0) return null;
  const more = data.recipients.length - SHOWN;
  return (
    <section className={styles.arrived} aria-label="New replies">
      <h2>New replies</h2>
      <ul>
        {data.recipients.slice(0, SHOWN).map(({ email, name, unread }) => (
          <li key={email}>
            <Link to={mailboxPath(email)}>
              <bdi>{name.trim() || email}</bdi>
            </Link>{' '}
            {unread} new
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </section>
  );
}
