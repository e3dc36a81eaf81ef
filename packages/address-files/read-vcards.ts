import type { Birthday } from './address-file.ts';
import { type FoundPeople, type FoundPerson, PEOPLE_AT_ONCE } from './found-people.ts';
import { foundPerson, joinedName } from './found-person.ts';
import { readBirthday } from './read-birthday.ts';
import { type VcardProperty, vcardComponents, vcardProperties, vcardText } from './vcard-properties.ts';

/** Comes after every address that the card prefers. */
const NOT_PREFERRED = 101;

const emptyCard = () => ({
  formattedName: '',
  structuredName: '',
  nickname: '',
  emails: [] as { text: string; preference: number }[],
  timeZone: '',
  language: '',
  birthday: null as Birthday | null,
  isFirm: false,
  isGroup: false,
});
type Card = ReturnType<typeof emptyCard>;

export const hasVcards = (text: string): boolean => /^[ \t]{0,8}BEGIN:VCARD/im.test(text);

/** The people in a text of vCards, whatever their versions. @param language BCP 47, for encodings of old programs */
export function readVcards(text: string, language: string): FoundPeople {
  const found: FoundPeople = { people: [], withoutAddress: 0, hasMore: false };
  let card: Card | null = null;
  /** cards within the card, of somebody's agent */
  let within = 0;
  let before: VcardProperty | null = null;
  const take = (ended: Card | null) => {
    if (!ended || ended.isGroup) return;
    const person = personOf(ended);
    if (person) found.people.push(person);
    else found.withoutAddress += 1;
  };
  for (const property of vcardProperties(text, language)) {
    const { name, value } = property;
    const isCard = /^\s?VCARD\s?$/i.test(value);
    if (name === 'BEGIN' && isCard) {
      if (found.people.length >= PEOPLE_AT_ONCE) return { ...found, hasMore: true };
      if (card && before?.name === 'AGENT') within += 1;
      else {
        // One that has no end.
        take(card);
        card = emptyCard();
        within = 0;
      }
    } else if (name === 'END' && isCard) {
      if (within > 0) within -= 1;
      else {
        take(card);
        card = null;
      }
    } else if (card && within === 0) read(card, property);
    before = property;
  }
  take(card);
  return found;
}

function read(card: Card, { name, parameters, value }: VcardProperty): void {
  switch (name) {
    case 'FN':
      card.formattedName ||= vcardText(value).trim();
      return;
    case 'N':
      card.structuredName ||= structuredName(value);
      return;
    case 'NICKNAME':
      // The first of a list.
      card.nickname ||= vcardText(/^(?:\\.|[^\\,])*/s.exec(value)?.[0] ?? '').trim();
      return;
    case 'EMAIL':
      card.emails.push({ text: vcardText(value).trim(), preference: preferenceOf(parameters) });
      return;
    case 'BDAY':
      card.birthday ??= readBirthday(value);
      return;
    case 'TZ':
      card.timeZone ||= vcardText(value).trim();
      return;
    case 'LANG':
      card.language ||= value.trim();
      return;
    case 'X-ABSHOWAS':
      card.isFirm ||= /^company$/i.test(value);
      return;
    case 'KIND':
    case 'X-ADDRESSBOOKSERVER-KIND':
      card.isFirm ||= /^org$/i.test(value);
      card.isGroup ||= /^group$/i.test(value);
  }
}

function structuredName(value: string): string {
  const [family = '', given = '', middle = ''] = vcardComponents(value);
  return joinedName({ given, middle, family });
}

/** From 1; version 4 gives a number, the others only say that it is preferred. */
function preferenceOf(parameters: string): number {
  const [found, number] = /[;,=]PREF(?:="?(\d{1,3}))?(?=[";,]|$)/.exec(parameters) ?? [];
  return found ? Number(number ?? 1) : NOT_PREFERRED;
}

function personOf(card: Card): FoundPerson | null {
  return foundPerson({
    name: card.formattedName || card.structuredName || card.nickname,
    emails: card.emails.toSorted((a, b) => a.preference - b.preference).map(({ text }) => text),
    greetingName: card.nickname,
    timeZone: card.timeZone,
    language: card.language,
    birthday: card.birthday,
    isFirm: card.isFirm,
  });
}
