import type { Recipient } from '../../../../shared/recipients.ts';
import type { ChosenRecipient } from '../wizard-state.ts';

/** The saved recipient that was typed out in full, so that nobody is saved a second time. */
export function knownRecipient(
  typed: Pick<ChosenRecipient, 'name' | 'email'>,
  book: readonly Recipient[],
): Recipient | null {
  const name = typed.name.trim();
  const email = typed.email.trim().toLowerCase();
  return book.find((known) => known.name === name && known.email.toLowerCase() === email) ?? null;
}
