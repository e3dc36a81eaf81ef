import type { UploadedPhoto } from '../../../shared/photos.ts';

/** A photo of a letter. `id` is a UUID made by the client; it stays when the image changes. */
export interface LetterPhoto extends UploadedPhoto {
  id: string;
  alt: string;
  /** the image before its first edit, as it was converted; absent while it is unedited */
  original?: PhotoImageFields | undefined;
}

/** What an edit changes of a photo; its original name, description and place stay. */
export type PhotoImageFields = Pick<UploadedPhoto, 'filename' | 'url' | 'width' | 'height'>;

/** The photo with another image. The first image is kept as its original, until it is the image again. */
export function withImage(photo: LetterPhoto, image: PhotoImageFields): LetterPhoto {
  const { original: kept, ...rest } = photo;
  const { filename, url, width, height } = image;
  const original = kept ?? {
    filename: photo.filename,
    url: photo.url,
    width: photo.width,
    height: photo.height,
  };
  return {
    ...rest,
    filename,
    url,
    width,
    height,
    ...(original.filename === filename ? {} : { original }),
  };
}

/** What uploads do to the photos of a letter or an answer. */
export type PhotoAction =
  | { type: 'photo-added'; photo: LetterPhoto; after: readonly string[] }
  | { type: 'photo-replaced'; id: string; image: PhotoImageFields };

/** The list with one item moved to another index; an index outside of the list is its nearest end. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined) return [...list];
  const place = Math.max(0, Math.min(list.length - 1, to));
  return list.toSpliced(from, 1).toSpliced(place, 0, item);
}

/**
 * Inserts an item after the first of its predecessors (nearest first) that is in the list, else in front: photos stay
 * in the order in which they were chosen, in whatever order their uploads finish.
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
