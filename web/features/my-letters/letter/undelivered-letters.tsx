import { Link } from 'react-router';
import { useCorrespondents } from '../letters-queries.ts';
import { undeliveredWords } from '../messages.ts';
import styles from '../overview/new-replies.module.css';
import { mailboxPath } from '../recipients-panel/chosen-recipient.ts';
import { lately } from '../recipients-panel/recipient-groups.ts';

/** Names at most: the rest are marked in the pigeonholes. */
const SHOWN = 5;

/** Whom the latest letter did not reach; nothing when all went well, or when it is long past. */
export function UndeliveredLetters() {
  const { data = [] } = useCorrespondents('');
  const missed = data.filter((person) => undeliveredWords(person.lastLetterStatus) && lately(person));
  if (missed.length === 0) return null;
  const more = missed.length - SHOWN;
  return (
    <section className={styles.arrived} aria-label="Letters that did not arrive">
      <h2>Did not arrive</h2>
      <ul>
        {missed.slice(0, SHOWN).map(({ email, name, lastLetterStatus }) => (
          <li key={email}>
            <Link to={mailboxPath(email)}>
              <bdi>{name.trim() || email}</bdi>
            </Link>{' '}
            {undeliveredWords(lastLetterStatus)?.toLowerCase()}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </section>
  );
}
