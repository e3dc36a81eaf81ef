import { displayNameOf } from '../../../shared/display-name.ts';

/** Who writes: as the envelope and the letter name them. */
export interface Sender {
  name: string;
  email: string;
  /** they gave no name: this one was made from their address */
  guessed: boolean;
}

/** The name that goes on the letter, as the server will write it. */
export function senderOf(person: { displayName: string | null; email: string }): Sender {
  return { name: displayNameOf(person), email: person.email, guessed: !person.displayName?.trim() };
}
