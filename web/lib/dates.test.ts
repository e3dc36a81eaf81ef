import { expect, it } from 'vitest';
import { formatDate, formatDateTime, formatTime } from './dates.ts';

const morning = new Date(2026, 2, 14, 9, 12);

it('writes a moment as the specification does', () => {
  expect(formatDateTime(morning)).toBe('Mar 14, 2026 9:12 AM');
  expect(formatDateTime(morning.toISOString())).toBe('Mar 14, 2026 9:12 AM');
  expect(formatDate(morning)).toBe('Mar 14, 2026');
  expect(formatTime(new Date(2026, 2, 14, 21, 5))).toBe('9:05 PM');
});

it('says so when there is no date, or none that can be read', () => {
  expect(formatDateTime(null)).toBe('Date not available');
  expect(formatDate(undefined)).toBe('Date not available');
  expect(formatTime('')).toBe('Date not available');
  expect(formatDateTime('soon')).toBe('Invalid date');
  expect(formatDate('soon')).toBe('Invalid date');
  expect(formatTime('soon')).toBe('Invalid time');
});
