import type { Config } from '../config.ts';
import type { occasions } from '../platform/db/schema/occasions.ts';
import { nameOfOccasion } from './occasion-dates.ts';

type OccasionRow = typeof occasions.$inferSelect;

/** Bytes of a line, without its end (RFC 5545, 3.1). */
const LINE_BYTES = 75;

/** All days of a person as an iCalendar object (RFC 5545), each every year; 29 February is the last of the month. */
export function calendarOf(
  config: Pick<Config, 'PRODUCT_NAME' | 'publicUrl'>,
  days: readonly { occasion: OccasionRow; name: string }[],
): string {
  const { host } = new URL(config.publicUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${textOf(config.PRODUCT_NAME)}//Days to remember//EN`,
    `X-WR-CALNAME:${textOf(`Days to remember, ${config.PRODUCT_NAME}`)}`,
    ...days.flatMap(({ occasion, name }) => {
      const { id, month, day, year, createdAt, recipientId } = occasion;
      const leap = month === 2 && day === 29;
      // One without a year begins with a year that has every day.
      const start = [year ?? 2000, month, leap && !isLeap(year ?? 2000) ? 28 : day];
      return [
        'BEGIN:VEVENT',
        `UID:day-${id}@${host}`,
        `DTSTAMP:${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
        `DTSTART;VALUE=DATE:${start.map((part) => String(part).padStart(2, '0')).join('')}`,
        `RRULE:FREQ=YEARLY${leap ? ';BYMONTH=2;BYMONTHDAY=-1' : ''}`,
        `SUMMARY:${textOf(nameOfOccasion(occasion, name))}`,
        `URL:${config.publicUrl}/?to=${recipientId}`,
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
      ];
    }),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** A TEXT value (RFC 5545, 3.3.11). */
const textOf = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r?\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

/** A content line in parts of at most 75 bytes, cut between characters. */
function folded(line: string): string {
  let bytes = 0;
  let out = '';
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      out += '\r\n ';
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}
