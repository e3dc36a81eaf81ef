import type { AutomaticNote } from '../../../../shared/automatic-notes.ts';
import type { ParticipantRole } from '../../../../shared/conversations.ts';
import { formatDay } from '../../../lib/dates.ts';

/**
 * What a program in a mailbox did, as one line.
 * @param role the reader's own
 * @param other name of the other party
 */
export function noteLine(note: AutomaticNote, role: ParticipantRole, other: string): string {
  const mailbox = note.side === role ? 'Your mailbox' : `${other}’s mailbox`;
  const did = didOf(note);
  return `${mailbox} ${did}`;
}

function didOf({ kind, awayUntil, createdAt }: AutomaticNote): string {
  if (kind === 'away') {
    return `answered by itself: away${awayUntil ? ` until ${formatDay(awayUntil, createdAt)}` : ''}`;
  }
  if (kind === 'challenge') return 'asks for a confirmation before it lets mail in';
  if (kind === 'receipt') return 'sent a read receipt';
  if (kind === 'list') return 'passed on a notice of a mailing list';
  return 'answered by itself';
}
