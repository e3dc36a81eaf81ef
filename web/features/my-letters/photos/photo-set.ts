import type { Reply } from '../../../../shared/conversations.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { letterPhotoName } from '../../../../shared/photos.ts';
import { currentWords } from '../../../lib/words.tsx';

/** The photos of one letter or reply, and what to call them. */
export interface PhotoSet {
  photos: Letter['photos'];
  /** 'letter #132' */
  subject: string;
  /** the name to save a photo under; `page` counts from 1 */
  fileName: (page: number) => string;
}

type Signed = Pick<Letter, 'id' | 'photos' | 'senderName'>;

export function photoSetOfLetter({ id, photos, senderName }: Signed): PhotoSet {
  return {
    photos,
    subject: `letter #${id}`,
    fileName: (page) => letterPhotoName(senderName, page, currentWords()),
  };
}

export function photoSetOfReply({ id, photos }: Pick<Reply, 'id' | 'photos'>): PhotoSet {
  return { photos, subject: 'the reply', fileName: (page) => `reply-${id}-photo-${page}.jpg` };
}
