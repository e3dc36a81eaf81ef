import { expect, it } from 'vitest';
import { NOBODY } from '../recipients.ts';
import { knownRecipient } from './use-save-recipient.ts';

const oma = { id: 1, name: 'Ilse Brandt', email: 'Ilse@example.org', greetingName: 'Oma' };
const book = [oma];
const typed = { ...NOBODY, name: ' Ilse Brandt ', email: 'ilse@example.org ' };

it('knownRecipient: finds a saved recipient by name and address, ignoring case of the address and spaces', () => {
  expect(knownRecipient(typed, book)).toBe(oma);
  expect(knownRecipient({ ...typed, name: 'Ilse' }, book)).toBeNull();
  expect(knownRecipient({ ...typed, email: 'ilse@example.net' }, book)).toBeNull();
});

it('knownRecipient: another greeting name is to be saved, and so is none for a chosen one', () => {
  expect(knownRecipient({ ...typed, greetingName: ' Oma ' }, book)).toBe(oma);
  expect(knownRecipient({ ...typed, greetingName: 'Grandma' }, book)).toBeNull();
  expect(knownRecipient({ ...typed, recentId: 1 }, book)).toBeNull();
});

it('knownRecipient: another language is to be saved', () => {
  expect(knownRecipient({ ...typed, language: 'fr' }, book)).toBeNull();
  expect(knownRecipient({ ...typed, language: 'fr' }, [{ ...oma, language: 'fr' }])).not.toBeNull();
});
