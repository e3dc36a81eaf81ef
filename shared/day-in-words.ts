import { localeOf, withFirstOfMonth } from './words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs about 0.1 ms. Languages and known zones are few, so the map is bounded. */
function formatOf(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : localeOf(language), parts);
  formats.set(key, format);
  return format;
}

/**
 * 'March 14, 2026'
 * @param at a moment or a day @param language BCP 47 @param timeZone IANA, of this machine's data; a day has none
 * @throws RangeError for an invalid date
 */
export const dayInWords = (at: string | Date, language: string, timeZone = 'UTC'): string =>
  withFirstOfMonth(formatOf(language, timeZone).format(new Date(at)), language);

/** 'March 14 – April 5, 2026'; one day where both are the same. */
export const daysInWords = (first: string, last: string, language: string): string =>
  withFirstOfMonth(formatOf(language, 'UTC').formatRange(new Date(first), new Date(last)), language);
