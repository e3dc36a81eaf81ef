import type { PageEdit } from '../../../shared/page-edit.ts';
import { type UploadedPhoto, uploadedPhoto } from '../../../shared/photos.ts';
import { write } from '../../lib/api.ts';

/** The same edit gives the same photo, so it may be repeated. */
export function renderEdit(filename: string, edit: PageEdit): Promise<UploadedPhoto> {
  return write('POST', `/api/photo/${filename}/edit`, edit, uploadedPhoto);
}
