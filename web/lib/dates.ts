import { format, isValid } from 'date-fns';

type Moment = string | Date | null | undefined;

/** 'Mar 14, 2026 9:12 AM' in the reader's own time zone (spec section 9). */
export function formatDateTime(moment: Moment): string {
  return formatted(moment, 'MMM d, yyyy h:mm a', 'Invalid date');
}

/** 'Mar 14, 2026' in the reader's own time zone. */
export function formatDate(moment: Moment): string {
  return formatted(moment, 'MMM d, yyyy', 'Invalid date');
}

/** '9:12 AM' in the reader's own time zone. */
export function formatTime(moment: Moment): string {
  return formatted(moment, 'h:mm a', 'Invalid time');
}

function formatted(moment: Moment, pattern: string, whenInvalid: string): string {
  if (moment === null || moment === undefined || moment === '') return 'Date not available';
  const date = new Date(moment);
  return isValid(date) ? format(date, pattern) : whenInvalid;
}
