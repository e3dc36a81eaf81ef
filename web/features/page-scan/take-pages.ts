import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { Quad } from '../../../packages/page-finder/geometry.ts';
import type { PageEdit } from '../../../shared/page-edit.ts';
import type { LetterPhoto, PhotoImageFields } from '../uploads/letter-photo.ts';
import { renderEdit } from './edit-api.ts';

export type TakePage = (id: string, image: PhotoImageFields, edit: PageEdit) => void;

interface TakePagesOptions {
  onTake: TakePage;
  /** before each page, with its number from 1 */
  onBegin: (number: number) => void;
  /** true once no further page is wanted */
  isStopped: () => boolean;
}

/**
 * Goes on until a page fails or no more are wanted.
 * @returns why it ended early; null when it did not
 */
export async function takePages(
  pages: readonly { photo: LetterPhoto; corners: Quad }[],
  { onTake, onBegin, isStopped }: TakePagesOptions,
): Promise<unknown> {
  try {
    for (const [index, { photo, corners }] of pages.entries()) {
      onBegin(index + 1);
      const edit: PageEdit = { corners: [...corners], light: LIGHT.even, turn: 0, crop: null };
      const image = await renderEdit(photo.filename, edit);
      if (isStopped()) break;
      onTake(photo.id, image, edit);
    }
    return null;
  } catch (cause) {
    return cause;
  }
}
