import type { Reply } from '../../../../shared/conversations.ts';
import type { Letter } from '../../../../shared/letters.ts';
import { letterPhotoName } from '../../../../shared/photos.ts';
import { currentWords, t } from '../../../lib/words.tsx';

export interface PhotoSet {
  photos: Reply['photos'];
  /** for one without a description; `page` counts from 1 */
  altOf: (page: number) => string;
  fileName: (page: number) => string;
}

export function photoSetOfLetter(letter: Pick<Letter, 'id' | 'photos' | 'senderName'>): PhotoSet {
  const { id, photos, senderName } = letter;
  return {
    photos,
    altOf: (page) => t('Photo {number} of letter #{letter}', { number: page, letter: String(id) }),
    fileName: (page) => letterPhotoName(senderName, page, currentWords()),
  };
}

export function photoSetOfReply({ id, photos }: Pick<Reply, 'id' | 'photos'>): PhotoSet {
  return {
    photos,
    altOf: (page) => t('Photo {number} of the reply', { number: page }),
    fileName: (page) => `reply-${id}-photo-${page}.jpg`,
  };
}
