/** Where an item lies in its list, CSS pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The place whose centre is nearest to a point; -1 when there are none. */
export function nearestPlace(places: readonly Place[], x: number, y: number): number {
  let nearest = -1;
  let least = Number.POSITIVE_INFINITY;
  places.forEach((place, index) => {
    const distance = Math.hypot(place.x + place.width / 2 - x, place.y + place.height / 2 - y);
    if (distance < least) {
      least = distance;
      nearest = index;
    }
  });
  return nearest;
}

/** The index at which the item at `index` is seen while the item at `from` is held over `to`. */
export function seenAt(index: number, from: number, to: number): number {
  if (index === from) return to;
  if (from < index && index <= to) return index - 1;
  if (to <= index && index < from) return index + 1;
  return index;
}

/** How many places share the first row: what an arrow up or down skips. */
export function columnsOf(places: readonly Place[]): number {
  const [first] = places;
  if (!first) return 1;
  const next = places.findIndex((place) => place.y >= first.y + first.height / 2);
  return next < 0 ? places.length : Math.max(1, next);
}

/** The index that a key leads to from `at`, or null when the key means nothing here. */
export function indexByKey(key: string, at: number, count: number, columns: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowUp':
      return at - columns < 0 ? at : at - columns;
    case 'ArrowDown':
      return at + columns > last ? at : at + columns;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
