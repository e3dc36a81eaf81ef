import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { PageEdit } from '../../../shared/page-edit.ts';
import type { LetterPhoto, PhotoImageFields } from '../uploads/letter-photo.ts';
import { renderEdit } from './edit-api.ts';
import type { PhotoWithPage } from './find-pages.ts';

/** Replaces a photo's image by its page. */
export type TakePage = (id: string, image: PhotoImageFields, edit: PageEdit) => void;

interface TakePagesOptions {
  onTake: TakePage;
  /** before each page, with its number from 1 */
  onBegin: (number: number) => void;
  /** true once no further page is wanted */
  isStopped: () => boolean;
}

/**
 * Has the server straighten pages, one after the other, until one fails or no more are wanted.
 * @returns the photos that were replaced, as they were before, and why it ended early
 */
export async function takePages(
  pages: readonly PhotoWithPage[],
  { onTake, onBegin, isStopped }: TakePagesOptions,
): Promise<{ taken: LetterPhoto[]; failure: { cause: unknown } | null }> {
  const taken: LetterPhoto[] = [];
  try {
    for (const { photo, corners } of pages) {
      onBegin(taken.length + 1);
      const edit: PageEdit = { corners: [...corners], light: LIGHT.even, turn: 0, crop: null };
      const image = await renderEdit(photo.filename, edit);
      if (isStopped()) break;
      onTake(photo.id, image, edit);
      taken.push(photo);
    }
    return { taken, failure: null };
  } catch (cause) {
    return { taken, failure: { cause } };
  }
}
