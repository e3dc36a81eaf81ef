import type { Correspondent } from '../../../../shared/conversations.ts';

/** Recipients whose name or address contains the text, ignoring case; all of them for a blank text. */
export function searchRecipients(people: readonly Correspondent[], text: string): Correspondent[] {
  const wanted = text.trim().toLowerCase();
  return people.filter(
    ({ name, email }) => name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted),
  );
}
