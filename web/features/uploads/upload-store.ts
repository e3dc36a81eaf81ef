import type { UploadedPhoto } from '../../../shared/photos.ts';
import type { Connection } from './connection.ts';
import type { LeftBehindNotes } from './interrupted-uploads.ts';
import type { LetterPhoto, PhotoAction } from './letter-photo.ts';
import { insertAfter } from './page-order.ts';
import { type SendFileOptions, UploadFailure } from './send-file.ts';
import {
  isAtStake,
  isUnderWay,
  leftBehindOf,
  nextToStart,
  patchUpload,
  queueOf,
  roomLeft,
  type Upload,
  type UploadQueue,
  withFiles,
  withoutUpload,
} from './upload-queue.ts';

/** What came of the files that were under way together. */
export interface UploadOutcome {
  uploaded: number;
  failed: number;
  /** the reason of the last failure */
  reason: string | null;
  /** files that were not taken, for the letter is full */
  leftOut: number;
}

const NOTHING_YET: UploadOutcome = { uploaded: 0, failed: 0, reason: null, leftOut: 0 };

/**
 * The uploads of one letter or answer. They go on while another step, or another page, is shown; a reload ends them, and
 * what it ended is shown as failed until it is removed.
 */
export interface UploadStore {
  get: () => UploadQueue;
  /** While somebody listens, what failed without a connection is tried again as soon as there is one. */
  subscribe: (listener: () => void) => () => void;
  /** Called once for each batch, when nothing is under way any more. */
  onSettled: (listener: (outcome: UploadOutcome) => void) => () => void;
  /** Takes as many files as the letter has room for. */
  add: (files: readonly File[]) => void;
  retry: (id: string) => void;
  /** Cancels what is under way, forgets what failed. */
  remove: (id: string) => void;
  clear: () => void;
  /**
   * Sends the edited picture of a photo and puts it in that photo's place.
   * @throws {UploadFailure} when it was not taken; the photo then stays as it is
   * @throws {DOMException} AbortError when the signal aborts
   */
  replace: (
    photoId: string,
    file: File,
    options: Pick<SendFileOptions, 'signal' | 'onProgress'>,
  ) => Promise<void>;
}

export interface UploadStoreParts {
  /** whose pages they become: a letter's or an answer's */
  wizard: {
    get: () => { photos: readonly LetterPhoto[] };
    dispatch: (action: PhotoAction) => void;
  };
  send: (file: File, options: SendFileOptions) => Promise<UploadedPhoto>;
  renewSession: () => Promise<unknown>;
  connection: Connection;
  newId: () => string;
  notes: LeftBehindNotes;
  /** hears whether a reload would lose a file */
  stake: (isAtStake: boolean) => void;
}

/** Of a page whose file waits for the connection. */
const OFFLINE = 'There is no connection. It goes up by itself once there is.';

export function createUploadStore(parts: UploadStoreParts): UploadStore {
  const { wizard, send, renewSession, connection, newId, notes, stake } = parts;
  let queue: UploadQueue = queueOf(notes.read());
  let noted = JSON.stringify(leftBehindOf(queue));
  let outcome = NOTHING_YET;
  const aborts = new Map<string, AbortController>();
  /** ids of what failed without a connection */
  const cutOff = new Set<string>();
  let stopWaiting = () => {};
  const listeners = new Set<() => void>();
  const settledListeners = new Set<(outcome: UploadOutcome) => void>();

  function change(next: UploadQueue) {
    queue = next;
    const left = leftBehindOf(queue);
    const note = JSON.stringify(left);
    if (note !== noted) notes.write(left);
    noted = note;
    stake(isAtStake(queue));
    for (const listener of listeners) listener();
  }

  function proceed() {
    for (const upload of nextToStart(queue)) void run(upload);
    if (isUnderWay(queue) || outcome.uploaded + outcome.failed + outcome.leftOut === 0) return;
    const settled = outcome;
    outcome = NOTHING_YET;
    for (const listener of settledListeners) listener(settled);
  }

  async function run({ id, file }: Upload) {
    const abort = new AbortController();
    aborts.set(id, abort);
    change(patchUpload(queue, id, { status: 'uploading', progress: 0, reason: null }));
    try {
      const photo = await send(file, {
        signal: abort.signal,
        // The upload's id is the key of its intent, so a repeated request is known to be the same file.
        idempotencyKey: id,
        onProgress: (progress) => change(patchUpload(queue, id, { progress })),
        renewSession,
      });
      // An answer may still arrive after the upload was cancelled.
      const upload = queue.find((other) => other.id === id);
      if (upload) {
        change(withoutUpload(queue, id));
        wizard.dispatch({ type: 'photo-added', photo: { ...photo, id, alt: '' }, after: upload.after });
        outcome = { ...outcome, uploaded: outcome.uploaded + 1 };
      }
    } catch (cause) {
      if (!abort.signal.aborted) {
        const known = cause instanceof UploadFailure;
        if (!known) console.error('An upload failed for a reason of our own', cause);
        const offline = known && cause.fault === 'offline';
        if (offline) cutOff.add(id);
        const reason = offline ? OFFLINE : known ? cause.message : 'Please try again';
        change(
          patchUpload(queue, id, {
            status: 'failed',
            reason,
            retryable: !known || cause.fault !== 'refused',
          }),
        );
        outcome = { ...outcome, failed: outcome.failed + 1, reason };
      }
    } finally {
      aborts.delete(id);
      proceed();
    }
  }

  function retry(id: string) {
    if (roomLeft(wizard.get().photos.length, queue) === 0) return;
    cutOff.delete(id);
    change(patchUpload(queue, id, { status: 'waiting', progress: 0, reason: null }));
    proceed();
  }

  function retryCutOff() {
    for (const id of cutOff) retry(id);
  }

  function remove(id: string) {
    cutOff.delete(id);
    change(withoutUpload(queue, id));
    aborts.get(id)?.abort();
  }

  return {
    get: () => queue,
    subscribe(listener) {
      if (listeners.size === 0) {
        stopWaiting = connection.onBack(retryCutOff);
        if (connection.isThere()) retryCutOff();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopWaiting();
      };
    },
    onSettled(listener) {
      settledListeners.add(listener);
      return () => settledListeners.delete(listener);
    },
    add(files) {
      const { photos } = wizard.get();
      const pages = pagesInOrder(photos, queue);
      const chosen = files.slice(0, roomLeft(photos.length, queue)).map((file) => ({ id: newId(), file }));
      const next = withFiles(
        queue,
        chosen,
        pages.map((page) => page.id),
      );
      const refused = next.slice(queue.length).filter((upload) => upload.status === 'failed');
      outcome = {
        ...outcome,
        failed: outcome.failed + refused.length,
        reason: refused.at(-1)?.reason ?? outcome.reason,
        leftOut: outcome.leftOut + files.length - chosen.length,
      };
      change(next);
      proceed();
    },
    retry,
    remove,
    clear() {
      for (const upload of queue) remove(upload.id);
    },
    async replace(photoId, file, options) {
      const image = await send(file, { ...options, idempotencyKey: newId(), renewSession });
      // An answer may still arrive after the edit was given up.
      options.signal.throwIfAborted();
      wizard.dispatch({ type: 'photo-replaced', id: photoId, image });
    },
  };
}

/** Photos and uploads as one row of pages: each upload where its photo will lie. */
export function pagesInOrder<P extends { id: string }>(
  photos: readonly P[],
  queue: UploadQueue,
): (P | Upload)[] {
  return queue.reduce<(P | Upload)[]>(
    (pages, upload) => insertAfter(pages, upload, upload.after),
    [...photos],
  );
}
