import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { mailboxPath } from '../chosen-recipient.ts';
import { isRecent } from '../letter-dates.ts';
import { useCorrespondents } from '../letters-queries.ts';
import { undeliveredLabel } from '../messages.ts';
import styles from './recipient-notices.module.css';

/** Recipients named at most; the recipient list marks all of them. */
const SHOWN = 5;

/** Recipients whose latest letter is of the last month and was not delivered; nothing when there are none. */
export function UndeliveredLetters() {
  const { data = [] } = useCorrespondents('');
  const undelivered = data.filter((person) => undeliveredLabel(person.lastLetterStatus) && isRecent(person));
  return (
    <RecipientNotices
      label="Letters that did not arrive"
      title="Did not arrive"
      recipients={undelivered}
      noteOf={({ lastLetterStatus }) => undeliveredLabel(lastLetterStatus)?.toLowerCase()}
    />
  );
}

interface RecipientNoticesProps<R> {
  label: string;
  title: string;
  recipients: readonly R[];
  noteOf: (recipient: R) => ReactNode;
}

function RecipientNotices<R extends { email: string; name: string }>(props: RecipientNoticesProps<R>) {
  const { label, title, recipients, noteOf } = props;
  if (recipients.length === 0) return null;
  const more = recipients.length - SHOWN;
  return (
    <section className={styles.notices} aria-label={label}>
      <h2>{title}</h2>
      <ul>
        {recipients.slice(0, SHOWN).map((recipient) => (
          <li key={recipient.email}>
            <Link to={mailboxPath(recipient.email)}>
              <bdi>{recipient.name.trim() || recipient.email}</bdi>
            </Link>{' '}
            {noteOf(recipient)}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </section>
  );
}
