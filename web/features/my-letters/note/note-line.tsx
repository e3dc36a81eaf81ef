import type { AutomaticNote } from '../../../../shared/automatic-notes.ts';
import type { ParticipantRole } from '../../../../shared/conversations.ts';
import { MailSubject } from '../../../components/mail-subject.tsx';
import { formatDateTime, formatDay } from '../../../lib/dates.ts';
import { t } from '../../../lib/words.tsx';
import styles from './note-line.module.css';

interface NoteLineProps {
  note: AutomaticNote;
  /** the reader's own */
  viewer: ParticipantRole;
  other: string;
}

/** What a program in a mailbox answered: a quiet line, and its text behind it. It is no reply. */
export function NoteLine({ note, viewer, other }: NoteLineProps) {
  return (
    <details className={styles.note}>
      <summary className="row">
        <span>{noteLine(note, viewer, other)}</span>
        <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
      </summary>
      <div className={styles.message}>
        {note.subject ? (
          <p className={styles.subject} dir="auto">
            <MailSubject subject={note.subject} />
          </p>
        ) : null}
        <p dir="auto">{note.text || t('There was no text in this message.')}</p>
      </div>
    </details>
  );
}

export const noteLine = (note: AutomaticNote, role: ParticipantRole, other: string): string =>
  note.side === role ? ownLine(note) : othersLine(note, other);

function ownLine({ kind, awayUntil, createdAt }: AutomaticNote): string {
  if (kind === 'away') {
    return awayUntil
      ? t('Your mailbox answered by itself: away until {day}', { day: formatDay(awayUntil, createdAt) })
      : t('Your mailbox answered by itself: away');
  }
  if (kind === 'challenge') return t('Your mailbox asks for a confirmation before it lets mail in');
  if (kind === 'receipt') return t('Your mailbox sent a read receipt');
  if (kind === 'list') return t('Your mailbox passed on a notice of a mailing list');
  return t('Your mailbox answered by itself');
}

function othersLine({ kind, awayUntil, createdAt }: AutomaticNote, name: string): string {
  if (kind === 'away') {
    return awayUntil
      ? t('{name}’s mailbox answered by itself: away until {day}', {
          name,
          day: formatDay(awayUntil, createdAt),
        })
      : t('{name}’s mailbox answered by itself: away', { name });
  }
  if (kind === 'challenge')
    return t('{name}’s mailbox asks for a confirmation before it lets mail in', { name });
  if (kind === 'receipt') return t('{name}’s mailbox sent a read receipt', { name });
  if (kind === 'list') return t('{name}’s mailbox passed on a notice of a mailing list', { name });
  return t('{name}’s mailbox answered by itself', { name });
}
