export interface Birthday {
  /** from 1 */
  month: number;
  day: number;
  /** null when not known */
  year: number | null;
}

export interface AddressFileEntry {
  name: string;
  email: string;
  /** how they are called; empty for by their name */
  greetingName: string;
  /** IANA name */
  timeZone: string | null;
  /** BCP 47 */
  language: string | null;
  birthday: Birthday | null;
}

/** Headers of the columns of our CSV file, of which each is known to at least one other program. */
export const CSV_HEADERS = [
  'Name',
  'Nickname',
  'E-mail Address',
  'Birthday',
  'Time Zone',
  'Language',
] as const;

/** In a year that nobody was born in, and that has every day: how Apple writes a birthday without a year. */
export const OMITTED_YEAR = 1604;

/** '1946-12-04'; '--12-04' without the year (ISO 8601:2000). */
export const birthdayText = ({ month, day, year }: Birthday): string => {
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'));
  return `${year === null ? '-' : String(year).padStart(4, '0')}-${mm}-${dd}`;
};

/** A text that a spreadsheet would calculate, behind any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** A cell of a CSV file that no spreadsheet calculates: one that looks like a formula gets an apostrophe before it. */
export const guardedCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export const unguardedCell = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
