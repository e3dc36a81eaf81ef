import type { z } from 'zod';
import type { ReplyAttachment } from '../../../../shared/attachments.ts';
import type { CorrespondenceAnswer, CorrespondenceLetter } from '../../../../shared/correspondences.ts';
import type { letterPhoto } from '../../../../shared/letters.ts';
import { paragraphsOf } from '../../../../templates/message.ts';
import type { BookChoices } from './book-choices.ts';

export interface BookEntry {
  /** also the anchor of its first page */
  key: string;
  /** of a letter: its place among those of the book, from 1; null for an answer */
  number: number | null;
  /** ISO 8601 */
  at: string;
  /** 'YYYY-MM-DD' */
  day: string;
  author: string;
  reader: string;
  /** BCP 47 */
  language: string;
  /** the line over a letter; empty for none of its own */
  heading: string;
  paragraphs: string[];
  files: ReplyAttachment[];
  photos: z.infer<typeof letterPhoto>[];
}

/** The names of both sides as the newest letter has them: whoever looks first, then the other. */
export function namesOf(letters: readonly CorrespondenceLetter[], address: string): [string, string] {
  const newest = letters.at(-1);
  if (!newest) return ['', address];
  const names = [newest.senderName.trim(), newest.recipientName.trim()] as const;
  const [own, other] = newest.role === 'sender' ? names : [names[1], names[0]];
  return [own, other || address];
}

export function entriesOf(
  letters: readonly CorrespondenceLetter[],
  { answers, from, until }: Pick<BookChoices, 'answers' | 'from' | 'until'>,
): BookEntry[] {
  const entries = letters
    .flatMap((letter) => [
      entryOfLetter(letter),
      ...(answers ? letter.answers.map((answer) => entryOfAnswer(answer, letter)) : []),
    ])
    .filter(({ day }) => (from === null || day >= from) && (until === null || day <= until))
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  let number = 0;
  for (const entry of entries) if (entry.number !== null) entry.number = ++number;
  return entries;
}

function entryOfLetter(letter: CorrespondenceLetter): BookEntry {
  return {
    key: `letter-${letter.id}`,
    number: 0,
    at: letter.sentAt,
    day: letter.day,
    author: letter.senderName.trim(),
    reader: letter.recipientName.trim(),
    language: letter.language,
    heading: letter.heading?.trim() ?? '',
    paragraphs: letter.isStandard ? [] : paragraphsOf(letter.message),
    files: [],
    photos: letter.photos,
  };
}

/** Taken to be in the letter's language: that is the recipient's. */
function entryOfAnswer(answer: CorrespondenceAnswer, letter: CorrespondenceLetter): BookEntry {
  const own = letter.role === 'sender' ? letter.senderName : letter.recipientName;
  const other = letter.role === 'sender' ? letter.recipientName : letter.senderName;
  return {
    key: `answer-${answer.id}`,
    number: null,
    at: answer.createdAt,
    day: answer.day,
    author: answer.author.trim() || (answer.own ? own : other).trim(),
    reader: (answer.own ? other : own).trim(),
    language: letter.language,
    heading: '',
    paragraphs: paragraphsOf(answer.body),
    files: answer.attachments,
    photos: answer.photos,
  };
}

export const photoCount = (entries: readonly BookEntry[]): number =>
  entries.reduce((sum, { photos }) => sum + photos.length, 0);

export function yearsOf(entries: readonly BookEntry[]): { year: string; photos: number }[] {
  const years = new Map<string, number>();
  for (const { day, photos } of entries) {
    const year = day.slice(0, 4);
    years.set(year, (years.get(year) ?? 0) + photos.length);
  }
  return [...years].map(([year, photos]) => ({ year, photos })).sort((a, b) => a.year.localeCompare(b.year));
}
