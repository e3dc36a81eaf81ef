import { Link } from 'react-router';
import type { Correspondent } from '../../../../shared/conversations.ts';
import entries from '../../../components/entry-list.module.css';
import { formatDate } from '../../../lib/dates.ts';
import { formatNumber, n, t } from '../../../lib/words.tsx';
import { mailboxPath } from '../chosen-recipient.ts';
import { notSentLabel, undeliveredLabel } from '../messages.ts';
import styles from './recipient-entry.module.css';

interface RecipientEntryProps {
  person: Correspondent;
  chosen: boolean;
  /** number of unread replies */
  unread: number;
}

/** One person written to or who wrote, linked to their conversation. */
export function RecipientEntry({ person, chosen, unread }: RecipientEntryProps) {
  const name = person.name.trim() || person.email;
  const undelivered = undeliveredLabel(person.lastLetterStatus);
  const letters = person.letters + person.received;
  return (
    <Link
      className={entries.entry}
      to={mailboxPath(person.email)}
      data-recipient={person.email}
      data-edges={Math.min(letters, 3)}
      aria-current={chosen || undefined}
    >
      <span className={styles.who}>
        <b className="two-lines" title={name}>
          <bdi>{name}</bdi>
        </b>
        {unread > 0 ? <span className={styles.unread}>{n(unread, '{n} new', '{n} new')}</span> : null}
        {undelivered ? <span className={styles.undelivered}>{undelivered}</span> : null}
      </span>
      <span className={entries.count}>{n(letters, '1 letter', '{n} letters')}</span>
      <span className={entries.address} dir="auto">
        {person.email}
      </span>
      <span className={entries.date}>{whenLast(person)}</span>
    </Link>
  );
}

/** When the last letter to them was sent; when they last wrote, for somebody who only wrote to the person. */
function whenLast({ letters, lastSentAt, lastLetterAt, lastLetterStatus }: Correspondent): string {
  if (letters === 0) return t('Wrote {date}', { date: formatDate(lastLetterAt) });
  return lastSentAt ? formatDate(lastSentAt) : notSentLabel(lastLetterStatus);
}

/** 'All Letters', the first entry. */
export function AllLettersEntry({ total, chosen }: { total: number | null; chosen: boolean }) {
  return (
    <Link className={`${entries.entry} ${entries.all}`} to={mailboxPath()} aria-current={chosen || undefined}>
      <b>{t('All Letters')}</b>
      <span className={entries.count}>{total === null ? null : formatNumber(total)}</span>
    </Link>
  );
}
