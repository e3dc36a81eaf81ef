import { unguardedCell } from './address-file.ts';
import { type Columns, type Field, knownColumns } from './csv-columns.ts';
import { csvRows } from './csv-rows.ts';
import { readEmailAddress } from './deliverable-address.ts';
import {
  type ChosenColumns,
  type FoundPeople,
  type FoundPerson,
  PEOPLE_AT_ONCE,
  type UnknownTable,
} from './found-people.ts';
import { foundPerson, joinedName } from './found-person.ts';
import { birthdayOf, dateOrderOf, readBirthday } from './read-birthday.ts';

const ROWS_SHOWN = 3;
/** A column is taken for one of addresses, or of names, when so many of its cells look like it. */
const LIKELY = 0.6;
/** Addresses that Google writes into one cell. */
const IN_ONE_CELL = ' ::: ';

/** Of each: one more than are read, and the headers. */
const ROWS_MAX = PEOPLE_AT_ONCE + 2;

function tableOf(text: string): string[][] {
  const rows: string[][] = [];
  for (const row of csvRows(text)) if (rows.push(row) === ROWS_MAX) break;
  return rows;
}

export function readTable(text: string, language: string, chosen?: ChosenColumns): FoundPeople | null {
  const [headers = [], ...rows] = tableOf(text);
  const known = knownColumns(headers);
  if (!chosen) return known.email && isNamed(known) ? peopleOf(rows, known, language) : null;
  const { email, name, family } = chosen;
  const columns: Columns = {
    ...known,
    email: [email],
    name: family === null && name !== null ? [name] : [],
    given: family !== null && name !== null ? [name] : [],
    family: family === null ? [] : [family],
    middle: [],
  };
  const hasHeaders = !isAddress(headers[email] ?? '');
  return peopleOf(hasHeaders ? rows : [headers, ...rows], columns, language);
}

const isNamed = ({ name, given, family }: Columns) => Boolean(name || given || family);

export function unknownTable(text: string): UnknownTable | null {
  const rows = tableOf(text);
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const share = (at: number, test: (cell: string) => boolean) => {
    const cells = rows.flatMap((row) => row[at] || []);
    return cells.filter(test).length / Math.max(1, cells.length);
  };
  const shares = Array.from({ length: columns }, (_, at) => share(at, isAddress));
  const email = shares.indexOf(Math.max(...shares));
  if (columns < 2 || (shares[email] ?? 0) === 0) return null;
  const isName = (cell: string) => /^\p{L}/u.test(cell) && !/[\d@/]/.test(cell);
  const names = shares.flatMap((_, at) => (at !== email && share(at, isName) > LIKELY ? at : []));
  const known = knownColumns(rows[0] ?? []);
  return {
    rows: rows.slice(0, ROWS_SHOWN),
    likely: {
      email,
      name: known.name?.[0] ?? known.given?.[0] ?? names[0] ?? null,
      family: known.name ? null : (known.family?.[0] ?? null),
    },
  };
}

const isAddress = (cell: string) => readEmailAddress(unguardedCell(cell)) !== null;

function peopleOf(rows: readonly string[][], columns: Columns, language: string): FoundPeople {
  const all = (row: string[], field: Field) =>
    (columns[field] ?? []).map((at) => unguardedCell(row[at] ?? '').trim()).filter(Boolean);
  const one = (row: string[], field: Field) => all(row, field)[0] ?? '';
  const order = dateOrderOf(
    rows.map((row) => one(row, 'birthday')),
    language,
  );
  const birthday = (row: string[]) => {
    const whole = readBirthday(one(row, 'birthday'), order);
    // Thunderbird has a column for each part; in German the one of the day is called as others call the whole.
    const day = one(row, 'birth day') || one(row, 'birthday');
    const year = one(row, 'birth year');
    return whole ?? birthdayOf(year ? Number(year) : null, Number(one(row, 'birth month')), Number(day));
  };
  const people = rows.slice(0, PEOPLE_AT_ONCE).map((row): FoundPerson | null =>
    foundPerson({
      name:
        one(row, 'name') ||
        joinedName({ given: one(row, 'given'), middle: one(row, 'middle'), family: one(row, 'family') }),
      emails: all(row, 'email').flatMap((cell) => cell.split(IN_ONE_CELL)),
      greetingName: one(row, 'nickname'),
      timeZone: one(row, 'zone'),
      language: one(row, 'language'),
      birthday: birthday(row),
    }),
  );
  const found = people.filter((person) => person !== null);
  return {
    people: found,
    withoutAddress: people.length - found.length,
    hasMore: rows.length > PEOPLE_AT_ONCE,
  };
}
