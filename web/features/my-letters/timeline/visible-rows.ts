import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/**
 * The rows of a long list to draw: those in sight and a few beyond, and some that must stay wherever the list is.
 * @param kept row numbers, in any order; null for none
 */
export function visibleRows(range: Range, kept: readonly (number | null)[]): number[] {
  const rows = new Set(defaultRangeExtractor(range));
  for (const row of kept) if (row !== null && row < range.count) rows.add(row);
  return [...rows].sort((a, b) => a - b);
}
