import type { Birthday } from './address-file.ts';

/** Bytes of a file, or characters of a text, at most. */
export const SOURCE_MAX_BYTES = 5 * 1024 * 1024;
export const PEOPLE_AT_ONCE = 5_000;
export const ADDRESSES_EACH = 20;

export interface FoundPerson {
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
  isFirm: boolean;
}

export interface FoundPeople {
  people: FoundPerson[];
  /** of whom the file has no address */
  withoutAddress: number;
  hasMore: boolean;
}

/** Columns of a table, counted from 0. */
export interface ChosenColumns {
  email: number;
  name: number | null;
  /** the last name, where it has a column of its own */
  family: number | null;
}

export interface UnknownTable {
  rows: string[][];
  likely: ChosenColumns;
}
