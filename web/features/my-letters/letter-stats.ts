import type { Letter } from '../../../shared/letters.ts';
import { recipientKey } from './recipient-groups.ts';
import { isUndelivered } from './wording.ts';

type LetterStats = { lettersSent: number; recipients: number; photosShared: number };

/** The three ledger figures. Letters on their way count as sent; recipients are those the panel lists. */
export function letterStats(letters: readonly Letter[]): LetterStats {
  const posted = letters.filter((letter) => !isUndelivered(letter.status));
  return {
    lettersSent: posted.length,
    recipients: new Set(letters.map((letter) => recipientKey(letter.recipientEmail))).size,
    photosShared: posted.reduce((sum, letter) => sum + letter.photos.length, 0),
  };
}
