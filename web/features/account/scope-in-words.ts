import { PROGRAM_LETTERS_A_DAY, type TokenScope } from '../../../shared/access-tokens.ts';
import { t } from '../../lib/words.tsx';

/** What a program may do: beside a box to choose it, and in a list of several. */
export function scopeInWords(scope: TokenScope): string {
  if (scope === 'read') return t('Read letters, answers and address book');
  if (scope === 'write') return t('Upload photos, write letters, add people');
  return t('Send up to {letters} letters and answers a day', { letters: PROGRAM_LETTERS_A_DAY });
}
