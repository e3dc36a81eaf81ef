import type { ChosenColumns, FoundPeople, UnknownTable } from './found-people.ts';
import { readAddresses, readMailboxes } from './read-mailboxes.ts';
import { readTable, unknownTable } from './read-table.ts';
import { hasVcards, readVcards } from './read-vcards.ts';

/**
 * The people in the text of a file, or in a pasted one: vCards, a table, or a list of mailboxes. Takes time in proportion to its length.
 * @param language BCP 47, for dates and for encodings of old programs
 * @param columns what a person chose, for a table whose headers are not known
 * @returns the table, where its columns are to be chosen
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
