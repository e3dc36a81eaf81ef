import { LIGHT } from '../../../packages/page-finder/even-light.ts';
import type { PageEdit } from '../../../shared/page-edit.ts';
import { ProductError } from '../../core/errors.ts';
import type { LetterServices } from '../../letters/photos/convert/converter.ts';
import { renderEdit } from '../../letters/photos/edit/edit-photo.ts';
import { type PagePhoto, pageOwner } from '../../letters/photos/page-photos.ts';
import type { UploadQuota } from '../../letters/photos/upload/upload-quota.ts';

export type Corners = NonNullable<PageEdit['corners']>;

export interface AnswerPage {
  photo: PagePhoto;
  /** straight and bright, as was asked for */
  straight: (PagePhoto & { corners: Corners }) | null;
}

interface Wanted {
  photo: PagePhoto;
  corners: Corners | undefined;
}

/** A page that can't be straightened stays as it came. */
export async function straightPages(
  services: LetterServices,
  conversationId: string,
  wanted: Wanted[],
  { openQuota, signal }: { openQuota: () => UploadQuota; signal: AbortSignal },
): Promise<{ pages: AnswerPage[]; refused: ProductError[] }> {
  const pages: AnswerPage[] = [];
  const refused: ProductError[] = [];
  for (const { photo, corners } of wanted) {
    const page: AnswerPage = { photo, straight: null };
    pages.push(page);
    if (!corners) continue;
    const edit: PageEdit = { corners, light: LIGHT.even, turn: 0, crop: null };
    try {
      const rendered = await renderEdit(services, pageOwner(conversationId), {
        ...{ id: photo.id, edit, signal },
        openQuota: async () => openQuota(),
      });
      page.straight = { ...rendered, corners };
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      refused.push(error);
    }
  }
  return { pages, refused };
}
