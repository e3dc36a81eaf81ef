import { addressInText } from './address-in-text.ts';
import { readEmailAddress } from './deliverable-address.ts';
import { type FoundPeople, type FoundPerson, PEOPLE_AT_ONCE } from './found-people.ts';
import { foundPerson } from './found-person.ts';

/** A text is a list of mailboxes when so many of its parts are. */
const LIKELY = 0.6;
const PARTS_MAX = 4 * PEOPLE_AT_ONCE;
const PART_MAX = 500;

const SEPARATOR = /[\s<>()[\]"',;:]/;

/** The people in a list of mailboxes, as mail programs write it: 'Ilse <ilse@example.org>, tom@example.org'; null for other texts. */
export function readMailboxes(text: string): FoundPeople | null {
  const parts = partsOf(text);
  const people = parts.map(personIn).filter((person) => person !== null);
  return people.length > 0 && people.length >= LIKELY * parts.length ? found(people) : null;
}

export function readAddresses(text: string): FoundPeople {
  const people: FoundPerson[] = [];
  // By hand: a pattern without an end overflows the stack of the engine in a word of megabytes.
  let end = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', end)) {
    let begin = at;
    while (begin > end && at - begin < PART_MAX && !SEPARATOR.test(text[begin - 1] ?? ' ')) begin--;
    end = at + 1;
    while (end < text.length && end - at < PART_MAX && !SEPARATOR.test(text[end] ?? ' ')) end++;
    const word = text.slice(begin, end);
    const person = readEmailAddress(word) ? foundPerson({ name: '', emails: [word] }) : null;
    if (person && people.push(person) > PEOPLE_AT_ONCE) break;
  }
  return found(people);
}

const found = (people: FoundPerson[]): FoundPeople => ({
  people: people.slice(0, PEOPLE_AT_ONCE),
  withoutAddress: 0,
  hasMore: people.length > PEOPLE_AT_ONCE,
});

function personIn(part: string): FoundPerson | null {
  const mailbox = addressInText(part);
  if (mailbox) return foundPerson({ name: mailbox.name, emails: [mailbox.email] });
  // A line of a table that lost its columns: 'Ilse Brandt ilse@example.org'.
  const words = part.split(/\s+/);
  const [address, ...others] = words.filter((word) => word.includes('@'));
  if (!address || others.length > 0 || !readEmailAddress(address)) return null;
  return foundPerson({ name: words.filter((word) => word !== address).join(' '), emails: [address] });
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  const cut = (to: number) => {
    const part = text.slice(from, Math.min(to, from + PART_MAX)).trim();
    if (part) parts.push(part);
    from = to + 1;
  };
  for (let at = 0; at < text.length && parts.length < PARTS_MAX; at++) {
    const sign = text[at];
    const isEnd = sign === '\n' || sign === '\r';
    if (isEnd) quoted = false;
    else if (sign === '"') quoted = !quoted;
    if (isEnd || (!quoted && (sign === ',' || sign === ';'))) cut(at);
  }
  if (parts.length < PARTS_MAX) cut(text.length);
  return parts;
}
