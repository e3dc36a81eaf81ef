import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { Quad } from '../../../packages/page-finder/geometry.ts';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { type UploadedPhoto, uploadedPhoto } from '../../../shared/photos.ts';
import { write } from '../../lib/api.ts';
import type { LetterPhoto, PhotoImageFields } from '../uploads/letter-photo.ts';

/** May be repeated: the same edit gives the same photo. */
export const renderEdit = (filename: string, edit: PageEdit): Promise<UploadedPhoto> =>
  write('POST', `/api/photo/${filename}/edit`, edit, uploadedPhoto);

export type TakePage = (id: string, image: PhotoImageFields, edit: PageEdit) => void;

/**
 * Straightens one page after the other, until one fails or `isStopped`.
 * @param on.onBegin gets the number of each page, from 1, before it is straightened
 * @returns why it ended early; null when it did not
 */
export async function takePages(
  pages: readonly { photo: LetterPhoto; corners: Quad }[],
  on: { onTake: TakePage; onBegin: (number: number) => void; isStopped: () => boolean },
): Promise<unknown> {
  try {
    for (const [index, { photo, corners }] of pages.entries()) {
      on.onBegin(index + 1);
      const edit: PageEdit = { corners: [...corners], light: LIGHT.even, turn: 0, crop: null };
      const image = await renderEdit(photo.filename, edit);
      if (on.isStopped()) break;
      on.onTake(photo.id, image, edit);
    }
    return null;
  } catch (cause) {
    return cause;
  }
}
