import { addressInText } from './address-in-text.ts';
import { readEmailAddress } from './deliverable-address.ts';
import { ADDRESSES_EACH, type FoundPerson } from './found-people.ts';
import { EMAIL_MAX_CHARACTERS } from './lengths.ts';
import { plainName } from './plain-name.ts';

/** As it is written, the preferred address first. */
type Raw = Pick<FoundPerson, 'name' | 'emails'> & Partial<Omit<FoundPerson, 'isAddress'>>;

/** Somebody of what a file says, with names in plain letters and valid addresses; null without any address. */
export function foundPerson(raw: Raw): FoundPerson | null {
  const written = raw.emails.slice(0, ADDRESSES_EACH).flatMap((text) => plainName(text) || []);
  if (written.length === 0) return null;
  const valid = [...new Set(written.flatMap((text) => readAddress(text) ?? []))];
  const name = plainName(raw.name);
  return {
    // Programs that collect addresses give them as names.
    name: readEmailAddress(name) ? '' : name,
    emails: valid.length > 0 ? valid : written.map((text) => text.slice(0, EMAIL_MAX_CHARACTERS)),
    isAddress: valid.length > 0,
    greetingName: plainName(raw.greetingName ?? ''),
    timeZone: raw.timeZone || null,
    language: raw.language || null,
    birthday: raw.birthday ?? null,
    isFirm: raw.isFirm ?? false,
  };
}

const readAddress = (text: string) => readEmailAddress(text) ?? addressInText(text)?.email ?? null;

const WITH_FAMILY_NAME_FIRST = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** A name of its parts, in the order in which they are said. */
export function joinedName({ given, middle, family }: Record<'given' | 'middle' | 'family', string>): string {
  const familyFirst = WITH_FAMILY_NAME_FIRST.test(family) && WITH_FAMILY_NAME_FIRST.test(given);
  return (familyFirst ? [family, given] : [given, middle, family]).filter(Boolean).join(' ');
}
