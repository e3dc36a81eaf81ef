import type { FoundPeople } from '../../../../packages/address-files/found-people.ts';
import { foundPerson } from '../../../../packages/address-files/found-person.ts';

/** The part of the Contact Picker API that is used (W3C); Chrome on Android has it, the DOM library does not. */
interface ContactsManager {
  select(
    properties: readonly ['name', 'email'],
    options: { multiple: true },
  ): Promise<{ name?: string[]; email?: string[] }[]>;
}

const { contacts } = globalThis.navigator as Navigator & { contacts?: Partial<ContactsManager> };

export const hasContactPicker = typeof contacts?.select === 'function';

export async function pickContacts(): Promise<FoundPeople> {
  const picked = (await contacts?.select?.(['name', 'email'], { multiple: true })) ?? [];
  const people = picked
    .map(({ name = [], email = [] }) => foundPerson({ name: name[0] ?? '', emails: email }))
    .filter((person) => person !== null);
  return { people, withoutAddress: picked.length - people.length, hasMore: false };
}
