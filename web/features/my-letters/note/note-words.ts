import type { AutomaticNote } from '../../../../shared/automatic-notes.ts';
import type { ParticipantRole } from '../../../../shared/conversations.ts';
import { formatDay } from '../../../lib/dates.ts';
import { t } from '../../../lib/words.tsx';

export function noteLine(note: AutomaticNote, role: ParticipantRole, other: string): string {
  return note.side === role ? ownLine(note) : othersLine(note, other);
}

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
