import { localeOf, withFirstOfMonth } from './words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs about 0.1 ms. Languages and known zones are few, so the map is bounded. */
export function dateFormat(language: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(parts)}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language === 'en' ? 'en-US' : localeOf(language), parts);
  formats.set(key, format);
  return format;
}

const wholeDay = (language: string, timeZone: string) =>
  dateFormat(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone });

/**
 * 'March 14, 2026'
 * @param at a moment or a day @param language BCP 47 @param timeZone IANA, of this machine's data; a day has none
 * @throws RangeError for an invalid date
 */
export const dayInWords = (at: string | Date, language: string, timeZone = 'UTC'): string =>
  withFirstOfMonth(wholeDay(language, timeZone).format(new Date(at)), language);

/** 'March 14 – April 5, 2026'; one day where both are the same. */
export const daysInWords = (first: string, last: string, language: string): string =>
  withFirstOfMonth(wholeDay(language, 'UTC').formatRange(new Date(first), new Date(last)), language);
