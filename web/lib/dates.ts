import { format, isValid } from 'date-fns';

type DateValue = string | Date | null | undefined;

/** 'Mar 14, 2026 9:12 AM' in the reader's time zone (spec section 9); 'Invalid time' when unreadable (section 8). */
export function formatDateTime(value: DateValue): string {
  return formatted(value, 'MMM d, yyyy h:mm a', 'Invalid time');
}

/** 'Mar 14, 2026' in the reader's time zone; 'Invalid date' when unreadable (spec section 8). */
export function formatDate(value: DateValue): string {
  return formatted(value, 'MMM d, yyyy', 'Invalid date');
}

function formatted(value: DateValue, pattern: string, whenInvalid: string): string {
  if (value === null || value === undefined || value === '') return 'Date not available';
  const date = new Date(value);
  return isValid(date) ? format(date, pattern) : whenInvalid;
}
