import { monthOf } from '../parse/date-words.ts';
import { anyOf } from '../phrases.ts';

/** Words before the last day of an absence, or before the day of the return. */
const UNTIL = new RegExp(
  String.raw`(?<![\p{L}\p{M}])${anyOf('until words')}(?![\p{L}\p{M}])[\s:,]{0,5}|[〜～]\s{0,3}`,
  'giu',
);
/** Names of days and articles between such a word and its date. */
const DAY_NAME =
  /^(?:(?:the|den|dem|el|il|le|o|dia|de)\s{1,3})?(?:[\p{L}\p{M}-]{2,15}\.?,?\s{1,3}(?:(?:the|den|dem|el|il|le|de)\s{1,3})?)?/u;

const YEAR_FIRST = /^(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})/;
const DAY_MONTH_NAME =
  /^(\d{1,2})(?:st|nd|rd|th|er|e|º|ª|\.)?(?:\s{1,3}(?:of|de|d'|des))?[\s-]{1,3}([\p{L}\p{M}]{3,15})\.?(?:,?[\s-]{1,3}(?:de\s)?(\d{4}))?/u;
const MONTH_NAME_DAY = /^([\p{L}\p{M}]{3,15})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,?\s{1,3}(\d{4}))?/u;
const NUMBERS = /^(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d{2})?)?(?!\d)/;
const MONTH_DAY_SIGNS = /^(\d{1,2})月(\d{1,2})日/;

const SEARCHED_CHARACTERS = 2_000;
const MOST_TRIED = 20;
const DAY_MS = 86_400_000;

/**
 * The last day that a note names as away, or the day that its author is back.
 * @param receivedAt a date without a year is the one about then
 * @returns `YYYY-MM-DD`; null when it names none that can be read for sure
 */
export function awayUntil(note: string, receivedAt: Date): string | null {
  const text = note.slice(0, SEARCHED_CHARACTERS);
  let tried = 0;
  for (const match of text.matchAll(UNTIL)) {
    if (++tried > MOST_TRIED) break;
    const after = text.slice(match.index + match[0].length).slice(0, 60);
    const day = dateAt(after, receivedAt) ?? dateAt(after.replace(DAY_NAME, ''), receivedAt);
    if (day) return day;
  }
  return null;
}

function dateAt(text: string, receivedAt: Date): string | null {
  const iso = YEAR_FIRST.exec(text);
  if (iso) return dayOf(iso[1], Number(iso[2]), Number(iso[3]), receivedAt);
  const signs = MONTH_DAY_SIGNS.exec(text);
  if (signs) return dayOf(undefined, Number(signs[1]), Number(signs[2]), receivedAt);
  const numbers = NUMBERS.exec(text);
  if (numbers) return ofNumbers(numbers, receivedAt);
  const named = DAY_MONTH_NAME.exec(text);
  const month = named && monthOf(named[2] ?? '');
  if (named && month) return dayOf(named[3], month, Number(named[1]), receivedAt);
  const american = MONTH_NAME_DAY.exec(text);
  const first = american && monthOf(american[1] ?? '');
  return american && first ? dayOf(american[3], first, Number(american[2]), receivedAt) : null;
}

/** 4.5. is the fourth of May everywhere; 4/5 is the fifth of April in America. */
function ofNumbers([, left, mark, right, year]: RegExpExecArray, receivedAt: Date): string | null {
  const [one, other] = [Number(left), Number(right)];
  const full = year?.length === 2 ? `20${year}` : year;
  if (mark === '.' || one > 12) return dayOf(full, other, one, receivedAt);
  return other > 12 ? dayOf(full, one, other, receivedAt) : null;
}

function dayOf(year: string | undefined, month: number, day: number, receivedAt: Date): string | null {
  const about = receivedAt.getTime();
  const given = year === undefined ? receivedAt.getUTCFullYear() : Number(year);
  let date = new Date(Date.UTC(given, month - 1, day));
  if (year === undefined && date.getTime() < about - 60 * DAY_MS)
    date = new Date(Date.UTC(given + 1, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const far = Math.abs(date.getTime() - about) > 730 * DAY_MS;
  return far ? null : date.toISOString().slice(0, 10);
}
