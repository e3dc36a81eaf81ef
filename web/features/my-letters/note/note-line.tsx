import type { AutomaticNote } from '../../../../shared/automatic-notes.ts';
import type { ParticipantRole } from '../../../../shared/conversations.ts';
import { MailSubject } from '../../../components/mail-subject.tsx';
import { formatDateTime } from '../../../lib/dates.ts';
import { t } from '../../../lib/words.tsx';
import styles from './note-line.module.css';
import { noteLine } from './note-words.ts';

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
