import type { PhotoVariant } from '../../../shared/photos.ts';

/** Storage key of one variant of a photo; two characters of fan-out keep folders small. */
export function photoKey(id: string, variant: PhotoVariant): string {
  return `photos/${id.slice(0, 2)}/${id}/${variant}.jpg`;
}
