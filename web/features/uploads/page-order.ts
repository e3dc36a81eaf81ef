/** The list with one item taken to another place; places outside the list are its ends. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined) return [...list];
  const place = Math.max(0, Math.min(list.length - 1, to));
  return list.toSpliced(from, 1).toSpliced(place, 0, item);
}

/**
 * Puts an item right after the nearest of its predecessors that is there (nearest first), else in front. So pages
 * whose uploads finish out of turn still come to lie in the order in which they were chosen.
 */
export function insertAfter<T extends { id: string }>(
  list: readonly T[],
  item: T,
  predecessors: readonly string[],
): T[] {
  for (const id of predecessors) {
    const place = list.findIndex((other) => other.id === id);
    if (place >= 0) return list.toSpliced(place + 1, 0, item);
  }
  return [item, ...list];
}
