import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddressFileEntry } from './address-file.ts';
import { decodeText } from './decode-text.ts';
import type { FoundPeople, FoundPerson } from './found-people.ts';
import { plainName } from './plain-name.ts';
import { readBirthday } from './read-birthday.ts';
import { readPeople } from './read-people.ts';
import { CSV_HEAD, writeCsvRows, writeVcards } from './write-address-files.ts';

const FILES = path.join(import.meta.dirname, 'test');

function people(text: string, language = 'de-DE'): FoundPeople {
  const found = readPeople(text, language);
  if ('table' in found) throw new Error('The columns are not known.');
  return found;
}

/** 'Ilse Brandt (Oma) 4.12.1946: ilse@example.org', of each that is found. */
const lineOf = ({ name, greetingName, birthday, timeZone, isFirm, emails, isAddress }: FoundPerson) =>
  [
    `${name || '?'}${greetingName ? ` (${greetingName})` : ''}`,
    birthday ? `${birthday.day}.${birthday.month}.${birthday.year ?? ''}` : '',
    timeZone ?? '',
    isFirm ? 'firm' : '',
    isAddress ? emails.join(' ') : `wrong: ${emails.join(' ')}`,
  ]
    .filter(Boolean)
    .join(' | ');

const EXPECTED: [file: string, language: string, withoutAddress: number, ...people: string[]][] = [
  [
    'android-2.1.vcf',
    'de-DE',
    1,
    'Günther Müller | 9.3.1951 | g.mueller@firma.example guenther@example.org',
    '山田 花子 | hanako@example.jp',
  ],
  ['blackberry.vcf', 'en-US', 0, 'Dee Whitaker | 29.2.1948 | dee@example.org'],
  [
    'evolution.vcf',
    'nb-NO',
    0,
    'Runa Dahl (Runa, Tante) | 30.11.1939 | runa@example.org runa@arbeid.example',
  ],
  [
    'gmail.vcf',
    'sv-SE',
    0,
    'Bea Lindqvist | 4.7.1962 | bea@example.org bea.lindqvist@arbete.example bea@sommar.example',
    '? | collected@example.org',
  ],
  [
    'iphone.vcf',
    'de-DE',
    0,
    'Ilse Maria Brandt (Oma) | 4.12. | ilse@example.org brandt@schule.example',
    'Gärtnerei Sonne | firm | hallo@gaertnerei.example',
  ],
  ['lotus-notes.vcf', 'en-IE', 0, "Maeve O'Hara | 24.12.1955 | +00:00 | maeve@example.ie"],
  ['mac-address-book.vcf', 'he-IL', 0, 'דינה אלון | 31.1.1970 | dina@example.co.il'],
  ['outlook-2003.vcf', 'de-DE', 0, 'Jürgen Söhngen | 17.8.1944 | juergen@example.de'],
  ['outlook-2007.vcf', 'en-US', 0, 'Dr. June Okafor | 1.5.1966 | june@example.com j.okafor@clinic.example'],
  ['thunderbird-quoted-printable.vcf', 'fr-FR', 0, 'André Lefèvre | andre@example.fr'],
  [
    'rfc-6350.vcf',
    'en-CA',
    0,
    'Simone P. | 3.2. | America/Toronto | simone@example.ca simone@travail.example',
    'Example Society | firm | office@society.example',
  ],
  [
    'mixed-versions.vcf',
    'en-GB',
    0,
    'Two Old | two@example.org',
    'Three, the Third | three@example.org',
    'Four; or 4 | four@example.org',
    'Broken | wrong: not an address',
  ],
  [
    'google-2024.csv',
    'en-GB',
    1,
    'Bea Lindqvist | 4.7.1962 | bea@example.org bea@arbete.example',
    'Tom Oakes (Grandpa) | 12.4. | tom@example.org grandpa@example.org',
  ],
  ['google-old.csv', 'nb-NO', 0, 'Runa Dahl | 30.11.1939 | runa@example.org'],
  [
    'outlook-com.csv',
    'en-GB',
    0,
    'June Okafor | 21.5.1966 | june@example.com j.okafor@clinic.example',
    // The other date of the column tells the order.
    'Dee Whitaker | 3.2.1948 | dee@example.org',
  ],
  [
    'outlook-de-1252.csv',
    'de-DE',
    0,
    'Jürgen Söhngen | 17.8.1944 | juergen@example.de',
    'Günther Karl Müller | g.mueller@firma.example guenther@example.org',
    'Intern | wrong: /o=ExchangeLabs/cn=Recipients/cn=intern',
  ],
  ['outlook-fr-semicolons.csv', 'fr-FR', 0, 'Hélène Lefèvre | 3.2.1951 | helene@example.fr'],
  ['outlook-ja-sjis.csv', 'ja-JP', 0, '山田 花子 | 4.12.1946 | hanako@example.jp'],
  ['outlook-pl-1250.csv', 'pl-PL', 0, 'Łucja Żółkowska | lucja@example.pl'],
  [
    'thunderbird-de.csv',
    'de-DE',
    0,
    'Ilse Brandt (Oma) | 4.12.1946 | ilse@example.org brandt@schule.example',
    'Edda Falk | 29.2. | edda@example.org',
  ],
  ['thunderbird-en.csv', 'en-IE', 0, "Maeve O'Hara | 24.12.1955 | maeve@example.ie"],
  [
    'spreadsheet-de.csv',
    'de-DE',
    0,
    'Brandt, Ilse | 4.12.1946 | ilse@example.org',
    'Söhngen "Jupp" Jürgen | juergen@example.de',
  ],
];

it.each(EXPECTED)('reading people: %s', async (file, language, withoutAddress, ...expected) => {
  const text = decodeText(await readFile(path.join(FILES, file)), language);
  const found = people(text, language);
  expect(found.people.map(lineOf)).toEqual(expected);
  expect([found.withoutAddress, found.hasMore]).toEqual([withoutAddress, false]);
});

describe('reading people', () => {
  it('takes lists of mailboxes, lines of a table, and at last every address', () => {
    const lines = (text: string) => people(text).people.map(lineOf);
    expect(lines('"Brandt, Ilse" <ilse@example.org>, tom@example.org; Bea <bea@example.org>')).toEqual([
      'Brandt, Ilse | ilse@example.org',
      '? | tom@example.org',
      'Bea | bea@example.org',
    ]);
    expect(lines('Ilse Brandt ilse@example.org\nBea\tbea@example.org\n')).toEqual([
      'Ilse Brandt | ilse@example.org',
      'Bea | bea@example.org',
    ]);
    expect(lines('Dear all, ilse@example.org said hello; (bea@example.org) did not.')).toEqual([
      '? | ilse@example.org',
      '? | bea@example.org',
    ]);
    expect(lines('Nobody is here.')).toEqual([]);
  });

  it('asks for the columns of a table whose headers are not known, and reads it by them', () => {
    const table = 'Wer,Wo,Wohin\nIlse,Bonn,ilse@example.org\nBea,Lund,bea@example.org\nUri,Rom,uri@example';
    expect(readPeople(table, 'de')).toEqual({
      table: {
        rows: [
          ['Wer', 'Wo', 'Wohin'],
          ['Ilse', 'Bonn', 'ilse@example.org'],
          ['Bea', 'Lund', 'bea@example.org'],
        ],
        likely: { email: 2, name: 0, family: null },
      },
    });
    const chosen = readPeople(table, 'de', { email: 2, name: 0, family: 1 });
    expect('people' in chosen && chosen.people.map(lineOf)).toEqual([
      'Ilse Bonn | ilse@example.org',
      'Bea Lund | bea@example.org',
      'Uri Rom | wrong: uri@example',
    ]);
    const headless = readPeople('Ilse;ilse@example.org\nBea;bea@example.org', 'de', {
      email: 1,
      name: 0,
      family: null,
    });
    expect('people' in headless && headless.people.length).toBe(2);
  });

  it('removes what no name has', () => {
    const card = `BEGIN:VCARD\nFN:Il\u202ese\0 \u200fBrandt\u2067\nEMAIL:il\u202ese@example.org\nEND:VCARD`;
    expect(people(card).people.map(lineOf)).toEqual(['Ilse Brandt | ilse@example.org']);
  });

  it.each([
    ['1946-12-04', '4.12.1946'],
    ['19461204T000000Z', '4.12.1946'],
    ['--0412', '12.4.'],
    ['1604-02-29', '29.2.'],
    ['29.2.', '29.2.'],
    ['4. 12.', '4.12.'],
    ['31.2.', null],
    ['4/12/46', '4.12.1946'],
    ['1946. 12. 4.', '4.12.1946'],
    ['1946年12月4日', '4.12.1946'],
    ['0/0/00', null],
    ['30.02.1950', null],
    ['circa 1800', null],
    ['---04', null],
  ])('reads the birthday %s as %s', (text, read) => {
    const day = readBirthday(text, 'day first', new Date('2026-11-22'));
    expect(day && `${day.day}.${day.month}.${day.year ?? ''}`).toBe(read);
  });

  it('takes our own files back without a difference', () => {
    const name = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
        fc.stringMatching(/^[=+\-@'",;:\\n \tאب漢🌻é]{1,40}$/u),
      )
      .map(plainName);
    const entry: fc.Arbitrary<AddressFileEntry> = fc.record({
      name: name.filter((text) => text !== '' && !text.includes('@')),
      email: fc.constantFrom(
        '=ilse@example.org',
        '+tom@example.org',
        'bea@example.org',
        'ünal@bücher.example',
      ),
      greetingName: name,
      timeZone: fc.constantFrom(null, 'Europe/Paris', 'UTC'),
      language: fc.constantFrom(null, 'fr', 'pt-BR'),
      birthday: fc.option(
        fc
          .date({ min: new Date('1900-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
          .chain((date) =>
            fc.record({
              month: fc.constant(date.getUTCMonth() + 1),
              day: fc.constant(date.getUTCDate()),
              year: fc.constantFrom(null, date.getUTCFullYear()),
            }),
          ),
      ),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('en-US', 'de-DE', 'ja-JP'),
        (entries, language) => {
          for (const file of [writeVcards(entries), CSV_HEAD + writeCsvRows(entries)]) {
            const bytes = new TextEncoder().encode(file);
            const back = people(decodeText(bytes, language), language).people.map(
              ({ emails: [email = ''], name, greetingName, timeZone, language, birthday }) => ({
                name,
                email,
                greetingName,
                timeZone,
                language,
                birthday,
              }),
            );
            expect(back).toEqual(entries);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  const MB = 1024 * 1024;
  const NOISE = Array.from({ length: 5_000 }, (_, n) => String.fromCharCode((n * 7919) % 0x2ff)).join('');
  const card = (lines: string) => `BEGIN:VCARD\n${lines}\nEND:VCARD\n`;
  // What takes more than a time in proportion to its length does not end within the limit of the test.
  it.each([
    ['5 MB of noise', NOISE.repeat((5 * MB) / NOISE.length)],
    ['5 MB of vCards with noise', card(NOISE).repeat((5 * MB) / NOISE.length)],
    ['a line of 5 MB', 'a'.repeat(5 * MB)],
    ['a line of 5 MB in a card', card(`FN:${'a'.repeat(5 * MB)}\nEMAIL:a@example.org`)],
    ['a value that is folded 300,000 times', card(`FN:${'\n a'.repeat(300_000)}\nEMAIL:a@example.org`)],
    ['a value of soft line breaks', card(`FN;QUOTED-PRINTABLE:${'=\n'.repeat(300_000)}`)],
    ['components and escapes', card(`N:${';\\'.repeat(MB)}\nEMAIL:a@example.org`)],
    ['ends of lines', '\n'.repeat(MB)],
    ['a row of 300,000 quoted cells', `${'"a",'.repeat(300_000)}\n`],
    ['100,000 columns', `${'email,'.repeat(100_000)}\n${'a@example.org,'.repeat(100_000)}\n`],
    ['quotation marks', '"'.repeat(MB)],
    ['a quotation mark in each row', '"a\n'.repeat(MB)],
    ['at-signs', '@'.repeat(5 * MB)],
    ['addresses without an end', 'a@'.repeat(2 * MB)],
    ['zeros', '\0'.repeat(5 * MB)],
    ['cards within cards', 'AGENT:\nBEGIN:VCARD\n'.repeat(50_000)],
  ])('reads %s in time', (_, text) => {
    const found = readPeople(text, 'en-US');
    expect('people' in found ? found.people.length : 0).toBeLessThanOrEqual(5_000);
  });
});
