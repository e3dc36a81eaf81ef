/** What is said aloud while a photo is sorted; places count from 1. */
export function sortingWords(
  event: 'lifted' | 'moved' | 'dropped' | 'cancelled',
  from: number,
  place: number,
  count: number,
): string {
  switch (event) {
    case 'lifted':
      return `Photo ${from} picked up. Arrow keys move it, Space puts it down, Escape takes it back.`;
    case 'moved':
      return `Place ${place} of ${count}.`;
    case 'dropped':
      return from === place
        ? `Photo ${from} put back in its place.`
        : `Photo ${from} is now page ${place} of ${count}.`;
    case 'cancelled':
      return `Moving cancelled. Photo ${from} is where it was.`;
  }
}
