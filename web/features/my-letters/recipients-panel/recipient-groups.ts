import type { Correspondent } from '../../../../shared/conversations.ts';

/** Recipients whose name or address contains the text, whatever its case; all of them for a blank text. */
export function searchRecipients(people: readonly Correspondent[], text: string): Correspondent[] {
  const wanted = text.trim().toLowerCase();
  return people.filter(
    ({ name, email }) => name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted),
  );
}

const LATELY_DAYS = 30;

/** True when the latest letter to them was written within a month: what is older lies with their letters. */
export function lately({ lastLetterAt }: Pick<Correspondent, 'lastLetterAt'>, now = Date.now()): boolean {
  return now - Date.parse(lastLetterAt) < LATELY_DAYS * 24 * 3_600_000;
}

type Noun = 'letter' | 'message' | 'reply' | 'new reply' | 'recipient';

/** The same count in words: '1 letter', '9 letters'. */
export function countOf(count: number, noun: Noun): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}
