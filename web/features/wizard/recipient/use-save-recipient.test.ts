import { expect, it } from 'vitest';
import { knownRecipient } from './use-save-recipient.ts';

const book = [{ id: 1, name: 'Ilse Brandt', email: 'Ilse@example.org' }];

it('knownRecipient: finds a saved recipient by name and address, ignoring case of the address and spaces', () => {
  expect(knownRecipient({ name: ' Ilse Brandt ', email: 'ilse@example.org ' }, book)).toBe(book[0]);
  expect(knownRecipient({ name: 'Ilse', email: 'ilse@example.org' }, book)).toBeNull();
  expect(knownRecipient({ name: 'Ilse Brandt', email: 'ilse@example.net' }, book)).toBeNull();
});
