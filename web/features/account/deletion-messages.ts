import type { AccountDataSummary } from '../../../shared/account-data.ts';

/** '3 letters with their own pages, 1 answer, 7 photos, 2 people in your address book, and 4 credits you have not used.' */
export function deletedDataSentence(summary: AccountDataSummary | undefined): string {
  const always = 'your way to sign in';
  if (!summary)
    return `Your letters with their own pages, answers, photos, address book, credits and ${always}.`;
  const { letters, replies, photos, draft, recipients, credits } = summary;
  const parts = [
    letters > 0
      ? `${counted(letters, 'letter')} with ${letters === 1 ? 'its' : 'their'} own ${letters === 1 ? 'page' : 'pages'}`
      : '',
    replies > 0 ? counted(replies, 'answer') : '',
    photos > 0 ? counted(photos, 'photo') : '',
    draft ? 'your letter in progress' : '',
    recipients > 0 ? `${recipients === 1 ? '1 person' : `${recipients} people`} in your address book` : '',
    credits > 0 ? `${counted(credits, 'credit')} you have not used` : '',
  ].filter(Boolean);
  const list = parts.length > 0 ? `${parts.join(', ')}, and ${always}` : always;
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}.`;
}

/** @param underWay letters that have not been delivered yet */
export function unsentLettersSentence(underWay: number): string {
  return underWay === 1
    ? '1 letter has not left yet, and would not leave any more.'
    : `${underWay} letters have not left yet, and would not leave any more.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
