import { fold } from '../../../shared/text-order.ts';

interface Person {
  name: string;
  email: string;
  greetingName?: string;
}

const folded = new WeakMap<Person, string>();

/** Folded once, since a list may be long and is searched at each key. */
function wordsOf(person: Person): string {
  const { name, email, greetingName = '' } = person;
  const words = folded.get(person) ?? [name, email, greetingName].map(fold).join('\n');
  folded.set(person, words);
  return words;
}

/** Searches names, addresses and what people are called, by `fold`; a blank text finds everybody. */
export function searchRecipients<Found extends Person>(people: readonly Found[], text: string): Found[] {
  const wanted = fold(text);
  return people.filter((person) => wordsOf(person).includes(wanted));
}
