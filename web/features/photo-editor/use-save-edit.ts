import { useEffect, useRef, useState } from 'react';
import { displayUrl } from '../../../shared/photos.ts';
import { useToast } from '../../components/toast.tsx';
import type { LetterPhoto } from '../uploads/letter-photo.ts';
import { UploadFailure } from '../uploads/send-file.ts';
import type { UploadStore } from '../uploads/upload-store.ts';
import { drawEdit } from './draw-edit.ts';
import type { PhotoEdit } from './photo-edit.ts';

/** An edit being saved; `share` is null while it is drawn, then the share of its bytes that were sent, 0 to 1. */
export interface Saving {
  share: number | null;
}

/** Draws an edit, uploads it and replaces the photo's image. When that fails, the original stays (spec section 8). */
export function useSaveEdit(photo: LetterPhoto, uploads: UploadStore, onSaved: () => void) {
  const toast = useToast();
  const [saving, setSaving] = useState<Saving | null>(null);
  const pending = useRef<AbortController | null>(null);
  // Closing the dialog cancels the upload.
  useEffect(() => () => pending.current?.abort(), []);

  async function save(edit: PhotoEdit) {
    const abort = new AbortController();
    const { signal } = abort;
    pending.current = abort;
    setSaving({ share: null });
    try {
      const src = displayUrl(photo.url);
      if (!src) throw new Error(`Not an uploaded photo: ${photo.url}`);
      const jpeg = await drawEdit(src, edit, signal);
      const file = new File([jpeg], jpegName(photo.originalName), { type: jpeg.type });
      await uploads.replace(photo.id, file, { signal, onProgress: (share) => setSaving({ share }) });
      onSaved();
    } catch (cause) {
      if (signal.aborted) return;
      console.error('An edited photo could not be uploaded', cause);
      const description = cause instanceof UploadFailure ? cause.message : 'Please try again';
      toast({ title: 'Failed to upload edited photo', description, tone: 'error' });
      setSaving(null);
    }
  }

  return { save, saving };
}

/** The photo's original name with the extension of the edited file. */
function jpegName(originalName: string): string {
  return `${originalName.replace(/\.[^.]*$/, '') || 'photo'}.jpg`;
}
