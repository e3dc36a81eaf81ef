import type { ChosenColumns, FoundPeople, UnknownTable } from './found-people.ts';
import { readAddresses, readMailboxes } from './read-mailboxes.ts';
import { readTable, unknownTable } from './read-table.ts';
import { hasVcards, readVcards } from './read-vcards.ts';

/**
 * @param language BCP 47, for dates and old encodings
 * @param columns chosen by a person, for a table with unknown headers
 */
export function readPeople(
  text: string,
  language: string,
  columns?: ChosenColumns,
): FoundPeople | { table: UnknownTable } {
  if (hasVcards(text)) return readVcards(text, language);
  const known = readTable(text, language, columns) ?? readMailboxes(text);
  if (known) return known;
  const table = unknownTable(text);
  return table ? { table } : readAddresses(text);
}
