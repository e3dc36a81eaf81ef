import { expect, it } from 'vitest';
import { formatDate, formatDateTime } from './dates.ts';

const morning = new Date(2026, 2, 14, 9, 12);

it('formats dates and times as the specification says', () => {
  expect(formatDateTime(morning)).toBe('Mar 14, 2026 9:12 AM');
  expect(formatDateTime(morning.toISOString())).toBe('Mar 14, 2026 9:12 AM');
  expect(formatDateTime(new Date(2026, 2, 14, 21, 5))).toBe('Mar 14, 2026 9:05 PM');
  expect(formatDate(morning)).toBe('Mar 14, 2026');
});

it('returns the messages of the specification for missing and invalid dates', () => {
  expect(formatDateTime(null)).toBe('Date not available');
  expect(formatDate(undefined)).toBe('Date not available');
  expect(formatDateTime('')).toBe('Date not available');
  expect(formatDate('soon')).toBe('Invalid date');
  expect(formatDateTime('soon')).toBe('Invalid time');
});
