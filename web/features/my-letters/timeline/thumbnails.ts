import { THUMBNAILS_ON_CARD } from '../../../../shared/limits.ts';
import { displayUrl } from '../../../../shared/photos.ts';

/**
 * Which photos a card shows and how many more it speaks of: the first three, leaving out those that have no
 * address to show them from (spec section 3) and those that failed to load, which take no place and no count.
 */
export function thumbnailsOf<P extends { url: string }>(
  photos: readonly P[],
  broken: ReadonlySet<string>,
): { shown: P[]; others: P[] } {
  const loading = photos.filter((photo) => displayUrl(photo.url) !== null && !broken.has(photo.url));
  return { shown: loading.slice(0, THUMBNAILS_ON_CARD), others: loading.slice(THUMBNAILS_ON_CARD) };
}
