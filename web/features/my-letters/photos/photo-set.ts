import type { Reply } from '../../../../shared/conversations.ts';
import type { Letter } from '../../../../shared/letters.ts';

/** The photos of one letter or reply, and what to call them. */
export interface PhotoSet {
  photos: Letter['photos'];
  /** 'letter #132' */
  subject: string;
  /** what the names of saved files begin with */
  fileStem: string;
}

export function photoSetOfLetter({ id, photos }: Pick<Letter, 'id' | 'photos'>): PhotoSet {
  return { photos, subject: `letter #${id}`, fileStem: `letter-${id}` };
}

export function photoSetOfReply({ id, photos }: Pick<Reply, 'id' | 'photos'>): PhotoSet {
  return { photos, subject: 'the reply', fileStem: `reply-${id}` };
}

/** File name a photo is saved under, e.g. `letter-132-photo-1.jpg`; `position` counts from 0. */
export function photoFileName({ fileStem }: Pick<PhotoSet, 'fileStem'>, position: number): string {
  return `${fileStem}-photo-${position + 1}.jpg`;
}
