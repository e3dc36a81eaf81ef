import type { Letter } from '../../../shared/letters.ts';
import { sortLetters, timeOf } from './moments.ts';

/** Everyone a person has written to, one entry an address. */
export type RecipientGroup = {
  /** the address lower-cased: what groups letters, and what the page's URL carries */
  key: string;
  /** name and address as written on the newest letter */
  name: string;
  email: string;
  letterCount: number;
  /** the last moment a letter left for this address, or null when none has */
  lastSentAt: string | null;
};

/** Addresses that differ only in case or in surrounding space are the same person's. */
export function recipientKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Recipients in the order of their newest letter (spec section 2, /my-letters). */
export function groupByRecipient(letters: readonly Letter[]): RecipientGroup[] {
  const groups = new Map<string, RecipientGroup>();
  for (const letter of sortLetters(letters)) {
    const key = recipientKey(letter.recipientEmail);
    const group = groups.get(key);
    if (!group) {
      const { recipientName: name, recipientEmail: email, sentAt: lastSentAt } = letter;
      groups.set(key, { key, name: name.trim() || email, email, letterCount: 1, lastSentAt });
      continue;
    }
    group.letterCount += 1;
    if (letter.sentAt && (!group.lastSentAt || timeOf(letter.sentAt) > timeOf(group.lastSentAt))) {
      group.lastSentAt = letter.sentAt;
    }
  }
  return [...groups.values()];
}

/** Recipients whose name or address contains the text, whatever its case; all of them for a blank text. */
export function searchRecipients(groups: readonly RecipientGroup[], text: string): RecipientGroup[] {
  const wanted = text.trim().toLowerCase();
  return groups.filter(
    ({ name, email }) => name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted),
  );
}

/** The letters to one address, newest first. */
export function lettersTo(letters: readonly Letter[], key: string): Letter[] {
  return sortLetters(letters.filter((letter) => recipientKey(letter.recipientEmail) === key));
}

/** The same count in words: '1 letter', '9 letters'. */
export function countOf(count: number, noun: 'letter' | 'message' | 'reply' | 'recipient'): string {
  const plural = noun === 'reply' ? 'replies' : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}
