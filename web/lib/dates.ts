import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';

type DateValue = string | Date | null | undefined;

/** 'Mar 14, 2026 9:12 AM' in the reader's time zone (spec section 9); 'Invalid time' when unreadable (section 8). */
export function formatDateTime(value: DateValue): string {
  return formatted(value, 'MMM d, yyyy h:mm a', 'Invalid time');
}

/** 'Mar 14, 2026' in the reader's time zone; 'Invalid date' when unreadable (spec section 8). */
export function formatDate(value: DateValue): string {
  return formatted(value, 'MMM d, yyyy', 'Invalid date');
}

/**
 * '4 May', with its year when that is another than the moment's.
 * @param day `YYYY-MM-DD`, in no time zone
 */
export function formatDay(day: string, moment: string): string {
  return formatted(
    `${day}T00:00:00`,
    moment.startsWith(day.slice(0, 4)) ? 'd MMMM' : 'd MMMM yyyy',
    'Invalid date',
  );
}

function formatted(value: DateValue, pattern: string, whenInvalid: string): string {
  if (value === null || value === undefined || value === '') return 'Date not available';
  const date = new Date(value);
  return isValid(date) ? format(date, pattern) : whenInvalid;
}
