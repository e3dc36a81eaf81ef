import { withFirstOfMonth } from '../../../shared/words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string): Intl.DateTimeFormat {
  const kept = formats.get(language);
  if (kept) return kept;
  const parts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, parts);
  formats.set(language, format);
  return format;
}

/** '14 March 2026', in UTC as the rows are. @param iso a moment or a day @param language BCP 47 */
export const dayInWords = (iso: string, language: string): string =>
  withFirstOfMonth(formatOf(language).format(new Date(iso)), language);

/** '14 March – 5 April 2026'; one day where both are the same. */
export const daysInWords = (first: string, last: string, language: string): string =>
  withFirstOfMonth(formatOf(language).formatRange(new Date(first), new Date(last)), language);
