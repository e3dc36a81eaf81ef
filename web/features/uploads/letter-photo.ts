import type { DraftFields } from '../../../shared/drafts.ts';
import type { PageEdit } from '../../../shared/page-edit.ts';

export type LetterPhoto = DraftFields['photos'][number];

export type PhotoImageFields = NonNullable<LetterPhoto['original']>;

const imageOf = ({ filename, url, width, height }: PhotoImageFields): PhotoImageFields => {
  return { filename, url, width, height };
};

/** The first image is kept as the original, until it is the image again. @param edit how the image was made of it */
export function withImage(photo: LetterPhoto, image: PhotoImageFields, edit?: PageEdit): LetterPhoto {
  const { id, originalName, alt, original = imageOf(photo) } = photo;
  const kept = original.filename === image.filename ? {} : { original, ...(edit && { edit }) };
  return { id, originalName, alt, ...imageOf(image), ...kept };
}

/** What edits are relative to, and the photo's edit. Where that is not known, it is edited from what it looks like. */
export function editedFrom(photo: LetterPhoto) {
  const { original, edit } = photo;
  if (original && edit) return { image: original, edit, isFirst: true };
  return { image: imageOf(photo), edit: null, isFirst: original === undefined };
}

export interface PhotoAdded {
  type: 'photo-added';
  photo: LetterPhoto;
  after: readonly string[];
}

export interface PhotoReplaced {
  type: 'photo-replaced';
  id: string;
  image: PhotoImageFields;
  edit?: PageEdit | undefined;
}

/** An index outside of the list is its nearest end. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined) return [...list];
  const place = Math.max(0, Math.min(list.length - 1, to));
  return list.toSpliced(from, 1).toSpliced(place, 0, item);
}

/** After the first of its predecessors in the list, else in front: photos keep the order in which they were chosen. */
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
