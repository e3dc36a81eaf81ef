import type { UploadedPhoto } from '../../../shared/photos.ts';

/** A page of the letter; `id` is a UUID of the client's own and stays when the image behind it changes. */
export interface LetterPhoto extends UploadedPhoto {
  id: string;
  alt: string;
}

/** What an edit changes of a photo; its name, its description and its place stay. */
type PhotoImageFields = Pick<UploadedPhoto, 'filename' | 'url' | 'width' | 'height'>;

/** What an upload does to the photos it belongs to. */
export type PhotoAction =
  | { type: 'photo-added'; photo: LetterPhoto; after: readonly string[] }
  | { type: 'photo-replaced'; id: string; image: PhotoImageFields };
