import {
  type AddressFileEntry,
  birthdayText,
  CSV_HEADERS,
  guardedCell,
  OMITTED_YEAR,
} from './address-file.ts';
import { contentLine, contentText } from './content-line.ts';

/** Entries as vCard 3.0 (RFC 2426), which more programs read than 4.0. A name is not taken apart. */
export function writeVcards(entries: readonly AddressFileEntry[]): string {
  return entries.map((entry) => cardLines(entry).map(contentLine).join('')).join('');
}

function cardLines({ name, email, greetingName, timeZone, language, birthday }: AddressFileEntry): string[] {
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${contentText(name)}`,
    `N:;${contentText(name)};;;`,
    ...(greetingName ? [`NICKNAME:${contentText(greetingName)}`] : []),
    `EMAIL;TYPE=INTERNET:${contentText(email)}`,
    ...(birthday ? [birthdayLine(birthday)] : []),
    ...(timeZone ? [`TZ;VALUE=text:${contentText(timeZone)}`] : []),
    // Of version 4 (RFC 6350, 6.4.4); programs skip what they do not know.
    ...(language ? [`LANG:${language}`] : []),
    'END:VCARD',
  ];
}

const birthdayLine = (birthday: NonNullable<AddressFileEntry['birthday']>) =>
  birthday.year === null
    ? `BDAY;X-APPLE-OMIT-YEAR=${OMITTED_YEAR}:${birthdayText({ ...birthday, year: OMITTED_YEAR })}`
    : `BDAY:${birthdayText(birthday)}`;

/** Without a year '29.2.': a spreadsheet would calculate '--02-29'. */
const birthdayInCsv = (birthday: NonNullable<AddressFileEntry['birthday']>) =>
  birthday.year === null ? `${birthday.day}.${birthday.month}.` : birthdayText(birthday);

/** Begins a CSV file (RFC 4180) that spreadsheets open: a byte order mark, and the names of its columns. */
export const CSV_HEAD = `\ufeff${csvRow(CSV_HEADERS)}`;

/** Rows of a CSV file, each cell in quotes, none a formula. */
export function writeCsvRows(entries: readonly AddressFileEntry[]): string {
  const rows = entries.map(({ name, greetingName, email, birthday, timeZone, language }) =>
    csvRow([
      name,
      greetingName,
      email,
      birthday ? birthdayInCsv(birthday) : '',
      timeZone ?? '',
      language ?? '',
    ]),
  );
  return rows.join('');
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map((text) => `"${guardedCell(text).replaceAll('"', '""')}"`).join(',')}\r\n`;
}
