import { Link } from 'react-router';
import type { Correspondent } from '../../../../shared/conversations.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatDate } from '../../../lib/dates.ts';
import { formatNumber, n, T, t } from '../../../lib/words.tsx';
import { mailboxPath } from '../chosen-recipient.ts';
import { notSentLabel, undeliveredLabel } from '../messages.ts';
import { EntryPicture } from './entry-picture.tsx';
import styles from './recipient-entry.module.css';

interface RecipientEntryProps {
  person: Correspondent;
  chosen: boolean;
  unread: number;
}

export function RecipientEntry({ person, chosen, unread }: RecipientEntryProps) {
  const { email, conversationId, last } = person;
  const name = person.name.trim() || email;
  const undelivered = undeliveredLabel(person.lastLetterStatus);
  const words = last?.text || t('Pages by hand');
  return (
    <Link
      className={styles.entry}
      to={mailboxPath(conversationId)}
      data-recipient={email}
      aria-current={chosen || undefined}
    >
      <EntryPicture photo={last?.photo} />
      <span className={styles.who}>
        <b className="called anywhere two-lines" title={name}>
          <bdi>{name}</bdi>
        </b>
        {unread > 0 ? <span className={styles.unread}>{n(unread, '{n} new', '{n} new')}</span> : null}
        {undelivered ? <span className={styles.undelivered}>{undelivered}</span> : null}
      </span>
      {last ? (
        <span className={styles.words} dir="auto">
          {last.own ? <T text="You: {words}" words={words} /> : words}
        </span>
      ) : null}
      <span className={styles.address}>
        {n(person.letters + person.received, '1 letter', '{n} letters')} · <bdi>{email}</bdi>
      </span>
      <span className={styles.date}>{whenLast(person)}</span>
    </Link>
  );
}

/** When the last letter to them was sent; when they last wrote, where they only wrote. */
function whenLast({ letters, lastSentAt, lastLetterAt, lastLetterStatus }: Correspondent): string {
  if (letters === 0) return formatDate(lastLetterAt);
  return lastSentAt ? formatDate(lastSentAt) : notSentLabel(lastLetterStatus);
}

export function AllLettersEntry({ total, chosen }: { total: number | null; chosen: boolean }) {
  return (
    <Link
      className={classNames(styles.entry, styles.all)}
      to={mailboxPath()}
      aria-current={chosen || undefined}
    >
      {t('All Letters')}
      <span>{total === null ? null : formatNumber(total)}</span>
    </Link>
  );
}
