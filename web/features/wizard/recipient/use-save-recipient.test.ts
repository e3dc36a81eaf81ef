import { expect, it } from 'vitest';
import { knownRecipient } from './use-save-recipient.ts';

const book = [{ id: 1, name: 'Ilse Brandt', email: 'Ilse@example.org', greetingName: 'Oma' }];
const typed = { name: ' Ilse Brandt ', email: 'ilse@example.org ', greetingName: '', recentId: null };

it('knownRecipient: finds a saved recipient by name and address, ignoring case of the address and spaces', () => {
  expect(knownRecipient(typed, book)).toBe(book[0]);
  expect(knownRecipient({ ...typed, name: 'Ilse' }, book)).toBeNull();
  expect(knownRecipient({ ...typed, email: 'ilse@example.net' }, book)).toBeNull();
});

it('knownRecipient: another greeting name is to be saved, and so is none for a chosen one', () => {
  expect(knownRecipient({ ...typed, greetingName: ' Oma ' }, book)).toBe(book[0]);
  expect(knownRecipient({ ...typed, greetingName: 'Grandma' }, book)).toBeNull();
  expect(knownRecipient({ ...typed, recentId: 1 }, book)).toBeNull();
});
