import type { Draft } from '../../../../shared/drafts.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import type { DraftView } from './draft-sync.ts';

interface DraftWords {
  title: string;
  text: string;
  /** takes what lies on the server, or clears the desk */
  resume: string;
  /** lets this desk be what counts, or puts the other letter away */
  other: string;
}

/** What the notice says, and what its two buttons are called. */
export function draftWords(view: Exclude<DraftView, { kind: 'quiet' }>): DraftWords {
  switch (view.kind) {
    case 'offered':
      return {
        title: 'You have a letter in progress',
        text: describe(view.draft),
        resume: 'Go on with it',
        other: 'Discard',
      };
    case 'other':
      return {
        title: 'You have another letter in progress',
        text: `${describe(view.draft)} One of the two can be kept.`,
        resume: 'Go on with that one',
        other: 'Keep this one',
      };
    case 'newer':
      return {
        title: 'This letter was changed elsewhere',
        text: `On another device, or in another tab, ${formatDateTime(view.draft.updatedAt)}.`,
        resume: 'Take the newer one',
        other: 'Keep this one',
      };
    case 'gone':
      return {
        title: 'This letter was sent or put away elsewhere',
        text: 'On another device, or in another tab.',
        resume: 'Clear the desk',
        other: 'Keep writing',
      };
  }
}

/** 'To Ilse Brandt, 3 photos. Last touched Mar 14, 2026 9:12 AM.' */
function describe({ content, updatedAt }: Draft): string {
  const { photos, recipient } = content;
  const name = recipient.name.trim() || recipient.email.trim();
  const parts = [
    name ? `To ${name}` : '',
    photos.length > 0 ? `${photos.length} ${photos.length === 1 ? 'photo' : 'photos'}` : '',
  ].filter(Boolean);
  return `${parts.length > 0 ? `${parts.join(', ')}. ` : ''}Last touched ${formatDateTime(updatedAt)}.`;
}
