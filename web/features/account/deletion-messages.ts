import type { AccountDataSummary } from '../../../shared/account-data.ts';
import { countsInWords } from '../../../shared/words.ts';
import { language, n, t } from '../../lib/words.tsx';

/** '3 letters with their own pages, 1 answer, 7 photos, 2 people in your address book, and 4 credits you have not used.' */
export function deletedDataSentence(summary: AccountDataSummary | undefined): string {
  if (!summary) {
    return t(
      'Your letters with their own pages, answers, photos, address book, credits and your way to sign in.',
    );
  }
  const { letters, replies, photos, draft, recipients, credits } = summary;
  const inDraft =
    letters + replies + photos > 0 ? t('your letter in progress') : t('Your letter in progress');
  const parts = [
    letters > 0 ? n(letters, '1 letter with its own page', '{n} letters with their own pages') : '',
    replies > 0 ? n(replies, '1 answer', '{n} answers') : '',
    photos > 0 ? n(photos, '1 photo', '{n} photos') : '',
    draft ? inDraft : '',
    recipients > 0 ? n(recipients, '1 person in your address book', '{n} people in your address book') : '',
    credits > 0 ? n(credits, '1 credit you have not used', '{n} credits you have not used') : '',
  ].filter(Boolean);
  if (parts.length === 0) return t('Your way to sign in.');
  const list = countsInWords(parts, language());
  return t('{list}, and your way to sign in.', { list });
}

export const unsentLettersSentence = (underWay: number): string =>
  n(
    underWay,
    '1 letter has not left yet, and would not leave any more.',
    '{n} letters have not left yet, and would not leave any more.',
  );
