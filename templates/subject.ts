import { senderDisplayName } from './parts/names.ts';

/** Subject of a letter's mail: one line, whatever the name holds. */
export function letterSubject(senderName: string): string {
  return `A letter from ${senderDisplayName(senderName)}`;
}
