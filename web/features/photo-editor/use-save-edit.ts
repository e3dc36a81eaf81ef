import { useEffect, useRef, useState } from 'react';
import { displayUrl } from '../../../shared/photos.ts';
import { useToast } from '../../components/toast.tsx';
import { messageForPerson } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { workerUrl } from '../../lib/trusted-types.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import { t } from '../../lib/words.tsx';
import { renderEdit } from '../page-scan/take-pages.ts';
import {
  editedFrom,
  type LetterPhoto,
  type PhotoImageFields,
  type PhotoReplaced,
} from '../uploads/letter-photo.ts';
import { sendFile, UploadFailure } from '../uploads/send-file.ts';
import type { DrawAnswer, DrawRequest } from './draw-worker.ts';
import drawWorker from './draw-worker.ts?worker&url';
import { isChanged, isScanned, type PhotoEdit, pageEditOf } from './photo-edit.ts';

interface SaveOptions {
  photo: LetterPhoto;
  dispatch: (action: PhotoReplaced) => void;
  onSaved: () => void;
}

/** Rotation and crop are drawn here; the server does the rest. When that fails, the original stays (spec section 8). */
export function useSaveEdit({ photo, dispatch, onSaved }: SaveOptions) {
  const toast = useToast();
  /** `share` of the bytes that were sent, 0 to 1; null while the edit is drawn */
  const [saving, setSaving] = useState<{ share: number | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const pending = useRef<AbortController | null>(null);
  // Closing the dialog cancels the upload.
  useEffect(() => () => pending.current?.abort(), []);

  async function save(edit: PhotoEdit) {
    const abort = new AbortController();
    const { signal } = abort;
    pending.current = abort;
    setSaving({ share: null });
    setFailure(null);
    try {
      const { image: source, isFirst } = editedFrom(photo);
      const image = isChanged(edit) ? await edited(source, edit, signal) : source;
      signal.throwIfAborted();
      // An edit is kept only if it applies to the photo as it was uploaded.
      const kept = isFirst ? pageEditOf(edit) : undefined;
      dispatch({ type: 'photo-replaced', id: photo.id, image, edit: kept });
      onSaved();
    } catch (cause) {
      if (signal.aborted) return;
      console.error('An edited photo could not be uploaded', cause);
      const description =
        cause instanceof UploadFailure ? cause.message : messageForPerson(cause, t('Please try again'));
      toast({ title: t('Failed to upload edited photo'), description, tone: 'error' });
      setFailure(description);
      setSaving(null);
    }
  }

  async function edited(source: PhotoImageFields, edit: PhotoEdit, signal: AbortSignal) {
    const jpeg = isScanned(edit) ? null : await drawEdit(source, edit, signal);
    if (!jpeg) return renderEdit(source.filename, pageEditOf(edit));
    const name = photo.originalName.replace(/\.[^.]*$/, '') || 'photo';
    return sendFile(new File([jpeg], `${name}.jpg`, { type: jpeg.type }), {
      signal,
      idempotencyKey: newIdempotencyKey(),
      onProgress: (share) => setSaving({ share }),
    });
  }

  return { save, saving, failure };
}

/**
 * Draws the edited photo in a worker, so that the page stays responsive.
 * @returns null when it can't be drawn here: some browsers alter what is read from a canvas
 * @throws {DOMException} AbortError when the signal aborts
 */
async function drawEdit(image: PhotoImageFields, edit: PhotoEdit, signal: AbortSignal): Promise<Blob | null> {
  try {
    const src = displayUrl(image.url);
    if (!src) throw new Error(`Not an uploaded photo: ${image.url}`);
    return await drawInWorker(src, edit, signal);
  } catch (cause) {
    signal.throwIfAborted();
    console.info('An edit could not be drawn here, so the server renders it', cause);
    return null;
  }
}

function drawInWorker(src: string, edit: PhotoEdit, signal: AbortSignal): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  signal.throwIfAborted();
  const worker = new Worker(workerUrl(drawWorker), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<DrawAnswer>) => {
    if ('jpeg' in data) resolve(data.jpeg);
    else reject(new Error(data.failure));
  };
  worker.onerror = (event) => reject(new Error(event.message || 'The drawing worker could not start'));
  worker.postMessage({ src: new URL(src, location.href).href, edit } satisfies DrawRequest);
  return untilAborted(promise, signal).finally(() => worker.terminate());
}
