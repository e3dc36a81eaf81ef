import { and, asc, eq, gt } from 'drizzle-orm';
import { contentLine, contentText } from '../../../packages/address-files/content-line.ts';
import type { Words } from '../../../shared/words.ts';
import type { Services } from '../../core/services.ts';
import { EXPORTED_AT_ONCE } from '../identity/personal-data.ts';
import { recipients } from '../recipients/schema.ts';
import { nameOfOccasion } from './occasion-dates.ts';
import { occasions } from './schema.ts';

/** An iCalendar object (RFC 5545) in parts. 29 February is the last of the month. */
export async function* calendarOf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ownerUid: string,
  words: Words,
): AsyncGenerator<string> {
  const { PRODUCT_NAME: product, publicUrl } = config;
  yield written([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${contentText(product)}//Days to remember//EN`,
    `X-WR-CALNAME:${contentText(words.t('Days to remember, {product}', { product }))}`,
  ]);
  for (let after = 0; ; ) {
    const days = await db
      .select({ occasion: occasions, name: recipients.name })
      .from(occasions)
      .innerJoin(recipients, eq(recipients.id, occasions.recipientId))
      .where(and(eq(occasions.ownerUid, ownerUid), gt(occasions.id, after)))
      .orderBy(asc(occasions.id))
      .limit(EXPORTED_AT_ONCE);
    const last = days.at(-1);
    if (!last) break;
    yield written(
      days.flatMap(({ occasion, name }) =>
        eventLines(occasion, nameOfOccasion(occasion, name, words), publicUrl),
      ),
    );
    after = last.occasion.id;
  }
  yield written(['END:VCALENDAR']);
}

const written = (lines: string[]) => lines.map(contentLine).join('');

function eventLines(
  { id, month, day, year, createdAt, recipientId }: typeof occasions.$inferSelect,
  name: string,
  publicUrl: string,
): string[] {
  const leap = month === 2 && day === 29;
  // One without a year begins with a year that has every day.
  const start = [year ?? 2000, month, leap && !isLeap(year ?? 2000) ? 28 : day];
  return [
    'BEGIN:VEVENT',
    `UID:day-${id}@${new URL(publicUrl).host}`,
    `DTSTAMP:${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${start.map((part) => String(part).padStart(2, '0')).join('')}`,
    `RRULE:FREQ=YEARLY${leap ? ';BYMONTH=2;BYMONTHDAY=-1' : ''}`,
    `SUMMARY:${contentText(name)}`,
    `URL:${publicUrl}/?to=${recipientId}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
