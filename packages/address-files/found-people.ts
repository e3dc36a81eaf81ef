import type { Birthday } from './address-file.ts';

/** Bytes of a file, or characters of a text, at most. */
export const SOURCE_MAX_BYTES = 5 * 1024 * 1024;
/** People that are read of one file. */
export const PEOPLE_AT_ONCE = 5_000;
/** Addresses that are read of one person. */
export const ADDRESSES_EACH = 20;

/** Somebody in a file or a text. */
export interface FoundPerson {
  /** empty when none is given */
  name: string;
  /** at least one, the preferred one first; addresses that no mail can be sent to only where there is no other */
  emails: string[];
  /** whether mail can be sent to the first of them */
  isAddress: boolean;
  greetingName: string;
  /** as it is written: an IANA name, or an offset */
  timeZone: string | null;
  /** as it is written, which should be BCP 47 */
  language: string | null;
  birthday: Birthday | null;
  /** whether the file says that it is no person */
  isFirm: boolean;
}

export interface FoundPeople {
  people: FoundPerson[];
  /** of whom the file has no address */
  withoutAddress: number;
  /** whether the file has more people than are read of one */
  hasMore: boolean;
}

/** Columns of a table, counted from 0. */
export interface ChosenColumns {
  email: number;
  name: number | null;
  /** the last name, where it has a column of its own */
  family: number | null;
}

/** A table whose columns are not known: its first rows, and which columns are likely. */
export interface UnknownTable {
  rows: string[][];
  likely: ChosenColumns;
}
