import type { Words } from '../../shared/words.ts';
import type { Config } from '../config.ts';
import { contentLine, contentText } from '../platform/content-line.ts';
import type { occasions } from '../platform/db/schema/occasions.ts';
import { nameOfOccasion } from './occasion-dates.ts';

type OccasionRow = typeof occasions.$inferSelect;

/** All days of a person as an iCalendar object (RFC 5545), each every year; 29 February is the last of the month. */
export function calendarOf(
  config: Pick<Config, 'PRODUCT_NAME' | 'publicUrl'>,
  words: Words,
  days: readonly { occasion: OccasionRow; name: string }[],
): string {
  const { host } = new URL(config.publicUrl);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${contentText(config.PRODUCT_NAME)}//Days to remember//EN`,
    `X-WR-CALNAME:${contentText(words.t('Days to remember, {product}', { product: config.PRODUCT_NAME }))}`,
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
        `SUMMARY:${contentText(nameOfOccasion(occasion, name, words))}`,
        `URL:${config.publicUrl}/?to=${recipientId}`,
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
      ];
    }),
    'END:VCALENDAR',
  ];
  return lines.map(contentLine).join('');
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
