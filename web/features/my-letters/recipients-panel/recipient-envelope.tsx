import { Link } from 'react-router';
import type { Correspondent } from '../../../../shared/conversations.ts';
import { formatDate } from '../../../lib/dates.ts';
import { undeliveredWords, unsentWords } from '../messages.ts';
import { mailboxPath } from './chosen-recipient.ts';
import styles from './recipient-envelope.module.css';
import { countOf } from './recipient-groups.ts';
import holes from './recipient-list.module.css';

interface RecipientEnvelopeProps {
  person: Correspondent;
  chosen: boolean;
  /** answers of theirs that have not been seen */
  unread: number;
}

/** One recipient's letters, in their pigeonhole. */
export function RecipientEnvelope({ person, chosen, unread }: RecipientEnvelopeProps) {
  const name = person.name.trim() || person.email;
  const undelivered = undeliveredWords(person.lastLetterStatus);
  return (
    <Link
      className={holes.mail}
      to={mailboxPath(person.email)}
      data-recipient={person.email}
      data-edges={Math.min(person.letters, 3)}
      aria-current={chosen || undefined}
    >
      <span className={styles.who}>
        <b className="two-lines" title={name} dir="auto">
          {name}
        </b>
        {unread > 0 ? <span className={styles.unread}>{unread} new</span> : null}
        {undelivered ? <span className={styles.undelivered}>{undelivered}</span> : null}
      </span>
      <span className={holes.count}>{countOf(person.letters, 'letter')}</span>
      <span className={holes.address} dir="auto">
        {person.email}
      </span>
      <span className={holes.date}>
        {person.lastSentAt ? formatDate(person.lastSentAt) : unsentWords(person.lastLetterStatus)}
      </span>
    </Link>
  );
}

/** The first pigeonhole, for everyone's letters together. */
export function AllLetters({ total, chosen }: { total: number | null; chosen: boolean }) {
  return (
    <Link className={`${holes.mail} ${holes.all}`} to={mailboxPath()} aria-current={chosen || undefined}>
      <b>All Letters</b>
      <span className={holes.count}>{total}</span>
    </Link>
  );
}
