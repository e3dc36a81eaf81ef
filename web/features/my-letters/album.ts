import type { Reply } from '../../../shared/conversations.ts';
import type { Letter } from '../../../shared/letters.ts';

/** Photos that were sent together, and what to call them. */
export interface Album {
  photos: Letter['photos'];
  /** 'letter #132' */
  subject: string;
  /** what the names of saved files begin with */
  fileStem: string;
}

export function albumOfLetter({ id, photos }: Pick<Letter, 'id' | 'photos'>): Album {
  return { photos, subject: `letter #${id}`, fileStem: `letter-${id}` };
}

export function albumOfReply({ id, photos }: Pick<Reply, 'id' | 'photos'>): Album {
  return { photos, subject: 'the reply', fileStem: `reply-${id}` };
}
